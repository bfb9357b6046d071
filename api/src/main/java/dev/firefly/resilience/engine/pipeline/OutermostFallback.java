package dev.firefly.resilience.engine.pipeline;

import dev.firefly.resilience.FallbackPipeline;
import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.CheckedRunnable;
import dev.firefly.resilience.engine.fallback.RegistryFallbackHost;
import dev.firefly.resilience.fallback.Fallback;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A pipeline with a fallback, which stays around all patterns that are added. */
final class OutermostFallback<T extends @Nullable Object> extends Steps<FallbackPipeline<T>>
        implements FallbackPipeline<T> {
    private final Fallback<T> fallback;

    OutermostFallback(Chain chain, Fallback<T> fallback) {
        super(chain);
        Surroundings surroundings = chain.definition().surroundings();
        this.fallback = fallback.boundTo(new RegistryFallbackHost(surroundings.instance(), surroundings.environment()));
    }

    @Override
    FallbackPipeline<T> with(Definition definition) {
        return new OutermostFallback<>(new Chain(definition), fallback);
    }

    @Override
    public <E extends Exception> T call(CheckedCallable<? extends T, E> body) throws E {
        return fallback.<E>call(chain().<T, E>around(body));
    }

    @Override
    public <E extends Exception> void call(CheckedRunnable<E> body) throws E {
        fallback.<E>call((CheckedRunnable<E>) () -> chain().<Boolean, E>call(() -> {
            body.run();
            return true;
        }));
    }

    @Override
    public CompletionStage<T> callAsync(CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        return fallback.callAsync(() -> chain().<T>callAsync(body));
    }
}
