package dev.firefly.resilience.cdi;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.Bulkhead;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.RateLimiter;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.annotation.TimeLimiter;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.core.Pattern;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Optional;

/** The annotations that put a named instance around a method, in the order in which they nest, outermost first. */
enum GuardKind {
    RETRY(Retry.class, Pattern.RETRY, dev.firefly.resilience.retry.Retry.class),
    CIRCUIT_BREAKER(
            CircuitBreaker.class, Pattern.CIRCUIT_BREAKER, dev.firefly.resilience.circuitbreaker.CircuitBreaker.class),
    RATE_LIMITER(RateLimiter.class, Pattern.RATE_LIMITER, dev.firefly.resilience.ratelimiter.RateLimiter.class),
    BULKHEAD(Bulkhead.class, Pattern.BULKHEAD, dev.firefly.resilience.bulkhead.Bulkhead.class),
    TIME_LIMITER(TimeLimiter.class, Pattern.TIME_LIMITER, dev.firefly.resilience.timelimiter.TimeLimiter.class);

    private final Class<? extends Annotation> annotation;
    private final Pattern pattern;
    private final Class<? extends Guard> type;

    GuardKind(Class<? extends Annotation> annotation, Pattern pattern, Class<? extends Guard> type) {
        this.annotation = annotation;
        this.pattern = pattern;
        this.type = type;
    }

    /** The kind for a pattern; empty for the fallback. */
    static Optional<GuardKind> of(Pattern pattern) {
        return Arrays.stream(values()).filter(kind -> kind.pattern == pattern).findFirst();
    }

    /** The kind whose instances are of that type. */
    static Optional<GuardKind> ofType(Type type) {
        return Arrays.stream(values()).filter(kind -> kind.type == type).findFirst();
    }

    Class<? extends Annotation> annotation() {
        return annotation;
    }

    Pattern pattern() {
        return pattern;
    }

    /** The type of the instances. */
    Class<? extends Guard> type() {
        return type;
    }

    /** The instance of that name. */
    Guard instance(ResilienceRegistry registry, String name) {
        return switch (this) {
            case RETRY -> registry.retry(name);
            case CIRCUIT_BREAKER -> registry.circuitBreaker(name);
            case RATE_LIMITER -> registry.rateLimiter(name);
            case BULKHEAD -> registry.bulkhead(name);
            case TIME_LIMITER -> registry.timeLimiter(name);
        };
    }
}
