package dev.firefly.resilience.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Calls the method again when it failed in a way that may pass, after a wait. When it gives up, the last failure is
 * thrown unchanged, unless {@link #wrapExhausted} says otherwise. Names, inheritance of values and precedence: see the
 * package.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Retry {
    /** Stands for an attribute that is not given; no legal value of any. */
    int NOT_SET = Integer.MIN_VALUE;

    /** The name of the instance; empty: the method has one of its own. */
    String value() default "";

    /** All attempts, the first included; at least 1. Default 3. */
    int maxAttempts() default NOT_SET;

    /** The base of the wait between attempts, a duration. Default 0. */
    String waitDuration() default "";

    /**
     * How the base grows with the attempt: {@code constant}, {@code linear}, {@code exponential} or {@code fibonacci}.
     * Default exponential.
     */
    String backoff() default "";

    /** Exponential: the wait after attempt n is base * multiplier^(n-1). Above 0 and finite. Default 1.0. */
    double backoffMultiplier() default Double.NaN;

    /** The cap of the computed wait before jitter, a duration. Default none. */
    String maxWait() default "";

    /** An extra wait drawn uniformly from [0, this) and added after the cap, a duration. Default 0. */
    String jitter() default "";

    /**
     * Whether the capped wait is drawn uniformly from [0, computed). Written as {@code fullJitter = true}; an array only so
     * that it can be left out. Default false.
     */
    boolean[] fullJitter() default {};

    /** No attempt starts later than this after the call began, a duration. Default none. */
    String maxDuration() default "";

    /** Only these failures and their subclasses are retried. Default {@code java.lang.Exception}. */
    Class<? extends Throwable>[] retryOn() default {};

    /** These failures and their subclasses are not retried; wins over {@link #retryOn}. Default none. */
    Class<? extends Throwable>[] abortOn() default {};

    /**
     * Whether the last failure is thrown as the cause of a {@code RetryExhaustedException} that knows the number of
     * attempts. Written as {@code wrapExhausted = true}; an array only so that it can be left out. Default false.
     */
    boolean[] wrapExhausted() default {};
}
