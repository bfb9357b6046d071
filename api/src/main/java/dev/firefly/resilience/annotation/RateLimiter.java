package dev.firefly.resilience.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets calls of the method pass no faster than a bucket of tokens allows, in the whole cluster where the store is shared.
 * A call without a token in time ends with a {@code RateLimitExceededException}. Names, inheritance of values and
 * precedence: see the package.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface RateLimiter {
    /** Stands for an attribute that is not given; no legal value of any. */
    int NOT_SET = Integer.MIN_VALUE;

    /** The name of the instance; empty: the method has one of its own. */
    String value() default "";

    /** What the full bucket holds, and so the largest burst; at least 1. Default 10. */
    int maxTokens() default NOT_SET;

    /** Tokens per second that flow into the bucket; above 0. Default 10. */
    double refillRate() default Double.NaN;

    /** How long a call waits for its token, a duration. Default 0: not at all. */
    String timeout() default "";

    /** How many tokens a node takes from the shared bucket at once; 1 to {@link #maxTokens}. Default 1. */
    int reserve() default NOT_SET;
}
