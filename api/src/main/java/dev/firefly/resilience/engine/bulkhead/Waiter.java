package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.core.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A call that waits for a permit: whoever completes its place first decides what becomes of it. */
final class Waiter {
    private final CompletableFuture<Optional<Lease>> place;
    private final Supplier<Rules> rules;
    private Clock.@Nullable Cancellation timeout;

    /**
     * @param place completes with a permit, or with none when the wait is over
     * @param rules those in force, which may change while it waits
     */
    Waiter(CompletableFuture<Optional<Lease>> place, Supplier<Rules> rules) {
        this.place = place;
        this.rules = rules;
    }

    Rules rules() {
        return rules.get();
    }

    CompletableFuture<Optional<Lease>> place() {
        return place;
    }

    void endsBy(Clock.Cancellation timer) {
        timeout = timer;
    }

    void cancelTimeout() {
        if (timeout != null) {
            timeout.cancel();
        }
    }
}
