package dev.firefly.resilience.engine.pipeline;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.engine.call.Body;
import dev.firefly.resilience.engine.call.NestingGuard;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The guards of a pipeline, made and nested at the first use. Thread-safe. */
final class Chain {
    private final Definition definition;
    private final AtomicReference<@Nullable Made> made = new AtomicReference<>();

    /**
     * @param guards outermost first
     * @param whole the outermost one, around all others
     */
    private record Made(List<Guard> guards, Guard whole) {}

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
        return made().guards();
    }

    private Made made() {
        Made known = made.get();
        return known != null ? known : make();
    }

    private Made make() {
        List<NestingGuard> guards = definition.steps().stream()
                .map(step -> step.guard(definition.surroundings()))
                .toList();
        Guard whole = Body.ALONE;
        for (int i = guards.size() - 1; i >= 0; i--) {
            whole = guards.get(i).around(whole);
        }
        Made fresh = new Made(List.copyOf(guards), whole);
        // Where two threads meet here, the one that comes second uses what the first has made.
        Made first = made.compareAndExchange(null, fresh);
        return first != null ? first : fresh;
    }

    <T extends @Nullable Object, E extends Exception> T call(CheckedCallable<? extends T, E> body) throws E {
        return made().whole().<T, E>call(body);
    }

    /** The body under all guards, for what stands around them; making them is part of the call. */
    <T extends @Nullable Object, E extends Exception> CheckedCallable<? extends T, E> around(
            CheckedCallable<? extends T, E> body) {
        Made known = made.get();
        return known == null ? () -> this.<T, E>call(body) : new Guarded<>(known.whole(), body);
    }

    /** Not a lambda: each frame less on the way of a call is one more that the compiler can look through. */
    private record Guarded<T extends @Nullable Object, E extends Exception>(
            Guard guard, CheckedCallable<? extends T, E> body) implements CheckedCallable<T, E> {
        @Override
        public T call() throws E {
            return guard.<T, E>call(body);
        }
    }

    <T extends @Nullable Object> CompletionStage<T> callAsync(
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        Guard whole;
        try {
            whole = made().whole();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
        return whole.callAsync(body);
    }
}
