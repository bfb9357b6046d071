package dev.firefly.resilience.fallback;

import dev.firefly.resilience.core.CallContext;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What takes the place of a failed call. Immutable. */
sealed interface Replacement<T extends @Nullable Object> {
    /** Makes the replacement where the call is synchronous. */
    T make(Throwable failure, CallContext context) throws Throwable;

    /** Starts to make the replacement where the call is asynchronous. */
    CompletionStage<T> start(Throwable failure, CallContext context) throws Throwable;

    /** A value that is there already. */
    record Value<T extends @Nullable Object>(T value) implements Replacement<T> {
        @Override
        public T make(Throwable failure, CallContext context) {
            return value;
        }

        @Override
        public CompletionStage<T> start(Throwable failure, CallContext context) {
            return CompletableFuture.completedFuture(value);
        }
    }

    /** A value that is computed. */
    record Computed<T extends @Nullable Object>(FallbackFunction<? extends T> function) implements Replacement<T> {
        @Override
        public T make(Throwable failure, CallContext context) throws Throwable {
            return function.apply(failure, context);
        }

        @Override
        public CompletionStage<T> start(Throwable failure, CallContext context) throws Throwable {
            return CompletableFuture.completedFuture(function.apply(failure, context));
        }
    }

    /** A value that comes later. */
    record Staged<T extends @Nullable Object>(FallbackFunction<? extends CompletionStage<T>> function)
            implements Replacement<T> {
        @Override
        public T make(Throwable failure, CallContext context) {
            throw new IllegalStateException("An asynchronous fallback cannot serve a synchronous call");
        }

        @Override
        public CompletionStage<T> start(Throwable failure, CallContext context) throws Throwable {
            return Objects.requireNonNull(function.apply(failure, context), "The fallback returned no stage");
        }
    }
}
