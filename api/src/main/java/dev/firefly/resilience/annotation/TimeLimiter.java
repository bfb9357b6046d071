package dev.firefly.resilience.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives calls of the method a limited time. A call that takes longer is interrupted and ends with a
 * {@code TimeoutExceededException}. Names, inheritance of values and precedence: see the package.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface TimeLimiter {
    /** The name of the instance; empty: the method has one of its own. */
    String value() default "";

    /** How long a call may take, a duration longer than 0. Default 30 s. */
    String timeout() default "";

    /**
     * Whether the thread of a synchronous call is interrupted at the deadline. Written as {@code interrupt = false}; an
     * array only so that it can be left out. Default true.
     */
    boolean[] interrupt() default {};

    /**
     * What becomes of a result that comes late: {@code throw} (the call ends with a {@code TimeoutExceededException}) or
     * {@code return}. Default throw.
     */
    String lateSuccess() default "";

    /**
     * Whether the call runs on another thread, so that its caller is released at the deadline whatever the call does.
     * Written as {@code offload = true}; an array only so that it can be left out. Default false.
     */
    boolean[] offload() default {};
}
