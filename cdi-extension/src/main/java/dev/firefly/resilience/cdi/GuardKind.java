package dev.firefly.resilience.cdi;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.core.Pattern;
import java.lang.annotation.Annotation;

/** The annotations that put a named instance around a method, in the order in which they nest, outermost first. */
enum GuardKind {
    RETRY(Retry.class, Pattern.RETRY),
    CIRCUIT_BREAKER(CircuitBreaker.class, Pattern.CIRCUIT_BREAKER);

    private final Class<? extends Annotation> annotation;
    private final Pattern pattern;

    GuardKind(Class<? extends Annotation> annotation, Pattern pattern) {
        this.annotation = annotation;
        this.pattern = pattern;
    }

    Class<? extends Annotation> annotation() {
        return annotation;
    }

    Pattern pattern() {
        return pattern;
    }

    /** The instance of that name. */
    Guard instance(ResilienceRegistry registry, String name) {
        return switch (this) {
            case RETRY -> registry.retry(name);
            case CIRCUIT_BREAKER -> registry.circuitBreaker(name);
        };
    }
}
