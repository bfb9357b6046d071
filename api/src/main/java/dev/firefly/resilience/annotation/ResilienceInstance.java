package dev.firefly.resilience.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Asks for an instance of the registry by its name: {@code @Inject @ResilienceInstance("payments") CircuitBreaker
 * breaker}. It stands at an injection point of type {@code Retry}, {@code CircuitBreaker}, {@code RateLimiter},
 * {@code Bulkhead}, {@code TimeLimiter} or {@code Pipeline}; the last gives an empty pipeline of that name. The CDI
 * extension makes a qualifier of it. What is injected is the object that annotations of that name use too.
 *
 * <p>A name that is not configured while others of its pattern are stops the deployment.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.METHOD, ElementType.TYPE})
public @interface ResilienceInstance {
    /** The name of the instance; not blank. */
    String value();
}
