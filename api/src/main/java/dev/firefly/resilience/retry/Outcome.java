package dev.firefly.resilience.retry;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an attempt ended with. Immutable, as far as results and exceptions are. */
public sealed interface Outcome {
    /** What the attempt failed with; empty when it returned a result. */
    Optional<Throwable> failure();

    /**
     * The attempt returned a result that was not accepted.
     *
     * @param result the result
     */
    record Returned(@Nullable Object result) implements Outcome {
        @Override
        public Optional<Throwable> failure() {
            return Optional.empty();
        }
    }

    /**
     * The attempt failed.
     *
     * @param cause the failure, without the wrappers that {@code java.util.concurrent} puts around it
     */
    record Failed(Throwable cause) implements Outcome {
        @Override
        public Optional<Throwable> failure() {
            return Optional.of(cause);
        }
    }
}
