package dev.firefly.resilience.cdi;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The one binding of the one interceptor. The annotations of the api carry it as a synthetic meta-annotation, and since
 * bindings are transitive, it stands wherever one of them does, whatever their members say.
 */
@Inherited
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Guarded {
    /** The annotation as an object. */
    final class Literal extends AnnotationLiteral<Guarded> implements Guarded {
        private static final long serialVersionUID = 1L;

        static final Literal INSTANCE = new Literal();

        private Literal() {}
    }
}
