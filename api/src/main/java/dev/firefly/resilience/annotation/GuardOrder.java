package dev.firefly.resilience.annotation;

import dev.firefly.resilience.core.Pattern;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Changes the order in which the annotations around a method nest, or around all methods of a class: those listed come
 * first, outermost first, and the others follow in the order that the package describes. With
 * {@code @GuardOrder({Pattern.CIRCUIT_BREAKER, Pattern.RETRY})} the breaker sees one outcome for a whole run of attempts.
 * The fallback stays outermost and cannot be listed. The one on the method beats the one on the class.
 *
 * <p>Listing a pattern twice, or on a method one that does not guard it, stops the deployment.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface GuardOrder {
    /** The patterns that come first, outermost first. */
    Pattern[] value();
}
