package dev.firefly.resilience.engine.pipeline;

import dev.firefly.resilience.FallbackPipeline;
import dev.firefly.resilience.Pipeline;
import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.fallback.Fallback;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A pipeline without a fallback. */
final class PlainPipeline extends Steps<Pipeline> implements Pipeline {
    PlainPipeline(Chain chain) {
        super(chain);
    }

    @Override
    Pipeline with(Definition definition) {
        return new PlainPipeline(new Chain(definition));
    }

    @Override
    public <T extends @Nullable Object> FallbackPipeline<T> fallback(Fallback<T> fallback) {
        return new OutermostFallback<>(chain(), fallback);
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(CheckedCallable<? extends T, E> body) throws E {
        return chain().call(body);
    }

    @Override
    public <T extends @Nullable Object> CompletionStage<T> callAsync(
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        return chain().callAsync(body);
    }
}
