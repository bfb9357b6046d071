import dev.firefly.resilience.store.ResilienceStoreProvider;
import org.jspecify.annotations.NullMarked;

/** Resilience patterns whose state a whole cluster can share. */
@NullMarked
module dev.firefly.resilience {
    requires static org.jspecify;

    exports dev.firefly.resilience;
    exports dev.firefly.resilience.annotation;
    exports dev.firefly.resilience.bulkhead;
    exports dev.firefly.resilience.circuitbreaker;
    exports dev.firefly.resilience.config;
    exports dev.firefly.resilience.core;
    exports dev.firefly.resilience.event;
    exports dev.firefly.resilience.fallback;
    exports dev.firefly.resilience.ratelimiter;
    exports dev.firefly.resilience.retry;
    exports dev.firefly.resilience.store;
    exports dev.firefly.resilience.timelimiter;

    uses ResilienceStoreProvider;
}
