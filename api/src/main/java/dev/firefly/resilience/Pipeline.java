package dev.firefly.resilience;

import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.fallback.Fallback;
import org.jspecify.annotations.Nullable;

/**
 * Several patterns around one call.
 *
 * <pre>{@code
 * Pipeline pipeline = registry.pipeline("payments").retry().circuitBreaker("payments").timeLimiter("2s-limit");
 * Receipt receipt = pipeline.fallback(Fallback.supply(this::queued)).call(() -> client.pay(order));
 * }</pre>
 *
 * <p>The order of the methods is the nesting, outermost first; a fallback is outermost wherever it is given. So
 * {@code retry().circuitBreaker()} counts every attempt, and an open circuit ends the retry at once;
 * {@code circuitBreaker().retry()} counts all attempts of a call as one outcome.
 *
 * <p>Thread-safe and immutable. The patterns are made at the first call and kept, so a pipeline is meant to be built once.
 * As a {@link Guard} it can be the body of other guards.
 */
public interface Pipeline extends Guard, PipelineSteps<Pipeline> {
    /**
     * The same pipeline with a fallback around it; from then on its calls have results of the fallback's type. The two
     * share the patterns; what is added later stands inside of the fallback too.
     */
    <T extends @Nullable Object> FallbackPipeline<T> fallback(Fallback<T> fallback);
}
