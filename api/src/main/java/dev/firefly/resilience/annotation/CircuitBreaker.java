package dev.firefly.resilience.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Stops calling the method while what it calls keeps failing: the circuit opens, calls are turned away with a
 * {@code CircuitBreakerOpenException}, and after a while few probes find out whether all is well again. Names,
 * inheritance of values and precedence: see the package.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface CircuitBreaker {
    /** Stands for an attribute that is not given; no legal value of any. */
    int NOT_SET = Integer.MIN_VALUE;

    /** The name of the instance; empty: the method has one of its own. */
    String value() default "";

    /** Failures in the window that open the circuit, at least 1; ignored when a rate is set. Default 5. */
    int failureThreshold() default NOT_SET;

    /** Failures / calls in the window that open the circuit, above 0 and at most 1, compared exactly. Default none. */
    double failureRateThreshold() default Double.NaN;

    /** The last so many outcomes form the window, at least 1; ignored with {@link #windowDuration}. Default 10. */
    int windowSize() default NOT_SET;

    /** The outcomes of this last span of time form the window, a duration. Default none. */
    String windowDuration() default "";

    /**
     * The circuit never opens on fewer outcomes; at least 0. Default 0, but with a failure rate the full count window, or
     * 10 calls of a time window.
     */
    int minimumNumberOfCalls() default NOT_SET;

    /** How long the open circuit turns calls away, a duration. Default 30 s. */
    String waitDurationInOpen() default "";

    /** An extra wait drawn once per opening from [0, this), a duration. Default 0. */
    String openJitter() default "";

    /** Probes out at once, in the whole cluster where the store is shared; at least 1. Default 1. */
    int halfOpenMaxCalls() default NOT_SET;

    /** Successful probes that close the circuit, at least 1. Default 1. */
    int halfOpenSuccessThreshold() default NOT_SET;

    /**
     * A probe that has not ended after this duration no longer counts, and another may start. {@code "0"}: the half-open
     * circuit admits every call. Default 30 s.
     */
    String halfOpenProbeTimeout() default "";

    /** Only these and their subclasses count as failures. Default {@code java.lang.Exception}. */
    Class<? extends Throwable>[] recordOn() default {};

    /** These and their subclasses count neither as failure nor as success; wins over {@link #recordOn}. Default none. */
    Class<? extends Throwable>[] ignoreOn() default {};

    /** Calls that take at least this long are slow, a duration. Default none. */
    String slowCallDuration() default "";

    /** Slow calls / calls in the window that open the circuit, above 0 and at most 1. Default 1 with a slow call duration. */
    double slowCallRateThreshold() default Double.NaN;

    /**
     * How many nodes that share the store must have had failures before the circuit opens for all, at least 1; until then a
     * node whose own calls fail turns away its own alone. Default 1.
     */
    int quorum() default NOT_SET;
}
