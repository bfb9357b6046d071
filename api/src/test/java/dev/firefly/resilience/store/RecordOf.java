package dev.firefly.resilience.store;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.Phase;
import java.time.Duration;
import java.util.Arrays;

/** The four records of which a {@link Node} makes use. */
enum RecordOf {
    CIRCUIT("firefly:resilience:circuit-breaker:x") {
        @Override
        boolean isUnused(Node node) {
            return node.registry.circuitBreaker("x").state().phase() == Phase.CLOSED;
        }

        @Override
        void change(Node node) {
            node.registry.circuitBreaker("x").open(Duration.ofHours(1));
        }
    },
    BUCKET("firefly:resilience:rate-limiter:x") {
        @Override
        boolean isUnused(Node node) {
            return node.registry.rateLimiter("x").availableTokens() == 6;
        }

        @Override
        void change(Node node) {
            node.registry.rateLimiter("x").tryAcquire();
        }
    },
    PERMITS("firefly:resilience:bulkhead:x") {
        @Override
        boolean isUnused(Node node) {
            return node.registry.bulkhead("x").availablePermits() == 6;
        }

        @Override
        void change(Node node) {
            node.registry.bulkhead("x").acquire();
        }
    },
    ROSTER("firefly:resilience:registries:all") {
        @Override
        boolean isUnused(Node node) {
            return node.registry.storeStatus().registries() == 1;
        }

        /** Which a registry does by itself, as soon as it keeps any state. */
        @Override
        void change(Node node) {
            ResilienceRegistry registry = node.registry;
            registry.circuitBreaker("x").state();
            byte[] before = node.store.value(key);
            do {
                node.clock.advance(Duration.ofSeconds(10));
                node.settle();
            } while (Arrays.equals(before, node.store.value(key)));
        }
    };

    final String key;

    RecordOf(String key) {
        this.key = key;
    }

    /** Whether the node sees what there is before anybody has used the name. */
    abstract boolean isUnused(Node node);

    /** Has the node write the record. */
    abstract void change(Node node);
}
