package dev.firefly.resilience.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Bounds how many calls of the method run at once, in the whole cluster where the store is shared. A call that gets no
 * permit in time ends with a {@code BulkheadFullException}. Names, inheritance of values and precedence: see the package.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Bulkhead {
    /** Stands for an attribute that is not given; no legal value of any. */
    int NOT_SET = Integer.MIN_VALUE;

    /** The name of the instance; empty: the method has one of its own. */
    String value() default "";

    /** How many calls run at once; 0: none at all. Default 10. */
    int maxConcurrent() default NOT_SET;

    /** How long a call waits for a permit, a duration. Default 0: not at all. */
    String maxWait() default "";

    /** How long a permit lasts that is not given back, a duration longer than 0. Default 60 s. */
    String permitTtl() default "";

    /**
     * Whether the node renews the permits of its running calls. Written as {@code permitRenewal = true}; an array only so
     * that it can be left out. Default false.
     */
    boolean[] permitRenewal() default {};
}
