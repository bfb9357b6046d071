package dev.firefly.resilience.engine.pipeline;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.engine.async.Stages;
import dev.firefly.resilience.engine.call.Link;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The guards of a pipeline, made at the first use, around a call. Thread-safe.
 *
 * <p>A call makes one {@link Link} for each guard but the outermost.
 */
final class Chain {
    private final Definition definition;
    private final AtomicReference<Guard @Nullable []> made = new AtomicReference<>();

    Chain(Definition definition) {
        this.definition = definition;
    }

    Definition definition() {
        return definition;
    }

    /**
     * The guards, outermost first.
     *
     * @throws dev.firefly.resilience.store.StoreUnavailableException when the store of the pipeline cannot be used; the
     *     next use tries again
     */
    List<Guard> guards() {
        return List.of(made());
    }

    private Guard[] made() {
        Guard[] known = made.get();
        return known != null ? known : make();
    }

    private Guard[] make() {
        Guard[] guards = definition.steps().stream()
                .map(step -> step.guard(definition.surroundings()))
                .toArray(Guard[]::new);
        // Where two threads meet here, the one that comes second uses what the first has made.
        Guard[] first = made.compareAndExchange(null, guards);
        return first != null ? first : guards;
    }

    <T extends @Nullable Object, E extends Exception> T call(CheckedCallable<? extends T, E> body) throws E {
        Guard[] guards = made();
        if (guards.length == 0) {
            return body.call();
        }
        CheckedCallable<? extends T, E> inner = body;
        for (int i = guards.length - 1; i > 0; i--) {
            inner = new Link<>(guards[i], inner);
        }
        return guards[0].call(inner);
    }

    <T extends @Nullable Object> CompletionStage<T> callAsync(
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        Guard[] guards;
        try {
            guards = made();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
        if (guards.length == 0) {
            return Stages.start(body);
        }
        CheckedCallable<? extends CompletionStage<T>, ? extends Exception> inner = body;
        for (int i = guards.length - 1; i > 0; i--) {
            inner = new AsyncLink<>(guards[i], inner);
        }
        return guards[0].callAsync(inner);
    }

    private record AsyncLink<T extends @Nullable Object>(
            Guard guard, CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body)
            implements CheckedCallable<CompletionStage<T>, RuntimeException> {
        @Override
        public CompletionStage<T> call() {
            return guard.callAsync(body);
        }
    }
}
