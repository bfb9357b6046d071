package dev.firefly.resilience.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Puts a replacement in the place of a call that failed, after all other patterns had their turn. Give either
 * {@link #method} or {@link #handler}; a replacement that does not exist or does not fit stops the deployment.
 *
 * <p>What the replacement throws is thrown as it is, with the failure of the call suppressed in it. Null is a value. The
 * replacement runs outside of the interceptors of the guarded method that come after this library's, transactions for
 * instance.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Fallback {
    /** The name in events; empty: derived from the bean class and the method. */
    String value() default "";

    /**
     * The name of the method that makes the replacement, with the parameters of the guarded method, or these and one more
     * for the failure, and a result that the guarded method could return. Of several methods the one with the most
     * specific type of failure is called, the one without as the last resort; a failure that none of them takes passes
     * unchanged. Found in the bean class, its superclasses and its interfaces; it may be private in the class that
     * declares the guarded method. It is called directly, without interceptors.
     */
    String method() default "";

    /**
     * The bean that makes the replacement; its type argument is a result that the guarded method could return. A bean
     * with scope {@code Dependent} is made for each replacement and destroyed after it.
     */
    Class<? extends FallbackHandler<?>> handler() default FallbackHandler.None.class;

    /** Only these failures and their subclasses are replaced. */
    Class<? extends Throwable>[] on() default {Exception.class};

    /** These failures and their subclasses pass unchanged; wins over {@link #on}. */
    Class<? extends Throwable>[] skipOn() default {};
}
