package dev.firefly.resilience.examples.flakyapi.node;

import dev.firefly.resilience.event.RetryAttempted;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** Knows which calls were tried again: such an event is told on the thread of its call. */
@ApplicationScoped
class Retries {
    private final ThreadLocal<Boolean> seen = ThreadLocal.withInitial(() -> false);

    void note(@Observes RetryAttempted event) {
        seen.set(true);
    }

    /** Whether there was a retry on this thread since this was last asked. */
    boolean take() {
        boolean known = seen.get();
        seen.remove();
        return known;
    }
}
