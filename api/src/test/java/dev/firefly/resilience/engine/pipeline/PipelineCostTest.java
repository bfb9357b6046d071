package dev.firefly.resilience.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.FallbackPipeline;
import dev.firefly.resilience.Pipeline;
import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.engine.Allocations;
import dev.firefly.resilience.fallback.Fallback;
import dev.firefly.resilience.retry.RetryConfig;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a healthy call through a pipeline allocates beyond what its patterns do: one small object a pattern at most. */
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
    void everyPatternMoreCostsOneSmallObject() throws Exception {
        Pipeline two = empty.retry(RetryConfig.defaults()).circuitBreaker(CircuitBreakerConfig.defaults());
        FallbackPipeline<String> three = two.fallback(Fallback.value("instead"));

        assertThat(bytes(two)).isLessThanOrEqualTo(SMALL_OBJECT);
        assertThat(Allocations.bytesPerRun(() -> three.<RuntimeException>call(BODY)))
                .isLessThanOrEqualTo(2 * SMALL_OBJECT);
    }

    @Test
    void fivePatternsCostWhatNestingThemByHandDoesAndOneSmallObjectEachAtMost() throws Exception {
        Pipeline five = empty.retry(RetryConfig.defaults())
                .circuitBreaker(CircuitBreakerConfig.defaults())
                .rateLimiter(limiter -> limiter.maxTokens(1_000_000))
                .bulkhead()
                .timeLimiter();
        List<Guard> guards = five.guards();
        Guard outermost = guards.get(0);

        long byHand = Allocations.bytesPerRun(() -> outermost.<String, RuntimeException>call(() -> guards.get(1)
                .<String, RuntimeException>call(() -> guards.get(2)
                        .<String, RuntimeException>call(() -> guards.get(3)
                                .<String, RuntimeException>call(
                                        () -> guards.get(4).<String, RuntimeException>call(BODY))))));

        assertThat(bytes(five)).isLessThanOrEqualTo(byHand + 4 * SMALL_OBJECT);
    }
}
