package dev.firefly.resilience.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.FallbackPipeline;
import dev.firefly.resilience.Pipeline;
import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.engine.Allocations;
import dev.firefly.resilience.fallback.Fallback;
import dev.firefly.resilience.retry.RetryConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a healthy call through a pipeline allocates beyond what its patterns do: nothing. */
class PipelineCostTest {
    private static final int SMALL_OBJECT = 32;
    private static final CheckedCallable<String, RuntimeException> BODY = () -> "done";

    private final ResilienceRegistry registry = Resilience.create();
    private final Pipeline empty = registry.pipeline("x");

    @AfterEach
    void close() {
        registry.close();
    }

    private static long bytes(Pipeline pipeline) throws Exception {
        return Allocations.bytesPerRun(() -> pipeline.<String, RuntimeException>call(BODY));
    }

    @Test
    void nonePatternAndOneCostNothing() throws Exception {
        assertThat(bytes(empty)).isZero();
        assertThat(bytes(empty.retry())).isZero();
        assertThat(bytes(empty.circuitBreaker(CircuitBreakerConfig.defaults()))).isZero();
    }

    @Test
    void nestedPatternsCostNothing() throws Exception {
        Pipeline two = empty.retry(RetryConfig.defaults()).circuitBreaker(CircuitBreakerConfig.defaults());

        assertThat(bytes(two)).isZero();
        assertThat(bytes(two.rateLimiter(limiter -> limiter.maxTokens(1_000_000))))
                .isZero();
        assertThat(bytes(two.bulkhead())).isZero();
    }

    @Test
    void aFallbackAroundThemCostsOneSmallObjectAtMost() throws Exception {
        FallbackPipeline<String> guarded = empty.retry(RetryConfig.defaults())
                .circuitBreaker(CircuitBreakerConfig.defaults())
                .fallback(Fallback.value("instead"));

        assertThat(Allocations.bytesPerRun(() -> guarded.<RuntimeException>call(BODY)))
                .isLessThanOrEqualTo(SMALL_OBJECT);
    }

    @Test
    void fivePatternsCostWhatTheirTimeLimitDoes() throws Exception {
        Pipeline five = empty.retry(RetryConfig.defaults())
                .circuitBreaker(CircuitBreakerConfig.defaults())
                .rateLimiter(limiter -> limiter.maxTokens(1_000_000))
                .bulkhead()
                .timeLimiter();

        assertThat(bytes(five)).isLessThanOrEqualTo(bytes(empty.timeLimiter()));
    }
}
