package dev.firefly.resilience.engine.pipeline;

import static dev.firefly.resilience.engine.pipeline.Scene.the;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.firefly.resilience.Pipeline;
import dev.firefly.resilience.bulkhead.Bulkhead;
import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.engine.pipeline.Scene.Body;
import dev.firefly.resilience.engine.pipeline.Scene.Place;
import dev.firefly.resilience.fallback.Fallback;
import dev.firefly.resilience.ratelimiter.RateLimiter;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.retry.Retry;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.timelimiter.TimeLimiter;
import dev.firefly.resilience.timelimiter.TimeLimiterConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PipelineDefinitionTest {
    private final Scene scene = new Scene(
            Place.MEMORY,
            parts -> parts.retry("known", RetryConfig.defaults())
                    .circuitBreaker("known", CircuitBreakerConfig.after(7)));
    private final Pipeline empty = scene.pipeline("x");

    @AfterEach
    void close() {
        scene.close();
    }

    private static List<Class<?>> types(List<Guard> guards) {
        return guards.stream()
                .<Class<?>>map(guard ->
                        List.of(Retry.class, CircuitBreaker.class, RateLimiter.class, Bulkhead.class, TimeLimiter.class)
                                .stream()
                                .filter(type -> type.isInstance(guard))
                                .findFirst()
                                .orElseThrow())
                .toList();
    }

    @Test
    void theOrderOfTheMethodsIsTheOrderOfThePatterns() {
        assertThat(types(empty.retry()
                        .circuitBreaker()
                        .rateLimiter()
                        .bulkhead()
                        .timeLimiter()
                        .guards()))
                .containsExactly(
                        Retry.class, CircuitBreaker.class, RateLimiter.class, Bulkhead.class, TimeLimiter.class);
        assertThat(types(empty.timeLimiter("t")
                        .bulkhead("b")
                        .rateLimiter("r")
                        .circuitBreaker("known")
                        .retry("known")
                        .guards()))
                .containsExactly(
                        TimeLimiter.class, Bulkhead.class, RateLimiter.class, CircuitBreaker.class, Retry.class);
    }

    @Test
    void eachMethodReturnsANewPipelineAndLeavesTheOldOneAsItWas() {
        Pipeline retried = empty.retry();
        Pipeline both = retried.circuitBreaker();

        assertThat(empty.guards()).isEmpty();
        assertThat(types(retried.guards())).containsExactly(Retry.class);
        assertThat(types(both.guards())).containsExactly(Retry.class, CircuitBreaker.class);
        assertThat(both.name()).isEqualTo("x");
    }

    @Test
    void thePatternsAreMadeOnceAndKept() {
        Pipeline pipeline = empty.circuitBreaker();

        assertThat(pipeline.guards().get(0)).isSameAs(pipeline.guards().get(0));
    }

    @Test
    void thePipelinesOwnPatternsHaveDefaultsOfTheirOwnAndItsName() {
        List<Guard> guards = empty.retry()
                .circuitBreaker()
                .rateLimiter()
                .bulkhead()
                .timeLimiter()
                .guards();

        assertThat(guards).extracting(Guard::name).containsOnly("pipeline:x");
        assertThat(the(Retry.class, guards).config())
                .isEqualTo(RetryConfig.builder()
                        .waitDuration(Duration.ofMillis(200))
                        .backoffMultiplier(2)
                        .maxWait(Duration.ofSeconds(10))
                        .fullJitter(true)
                        .build());
        assertThat(the(CircuitBreaker.class, guards).config())
                .isEqualTo(CircuitBreakerConfig.builder()
                        .failureRateThreshold(0.5)
                        .minimumNumberOfCalls(10)
                        .windowDuration(Duration.ofSeconds(60))
                        .waitDurationInOpen(Duration.ofSeconds(30))
                        .build());
        assertThat(the(RateLimiter.class, guards).config()).isEqualTo(RateLimiterConfig.defaults());
        assertThat(the(Bulkhead.class, guards).config()).isEqualTo(BulkheadConfig.defaults());
        assertThat(the(TimeLimiter.class, guards).config()).isEqualTo(TimeLimiterConfig.defaults());
    }

    @Test
    void aFunctionSaysWhatDiffersFromTheDefaultsAndAConfigSaysAll() {
        assertThat(the(Retry.class, empty.retry(retry -> retry.maxAttempts(7)).guards())
                        .config())
                .isEqualTo(RetryConfig.builder()
                        .maxAttempts(7)
                        .waitDuration(Duration.ofMillis(200))
                        .backoffMultiplier(2)
                        .maxWait(Duration.ofSeconds(10))
                        .fullJitter(true)
                        .build());
        assertThat(the(Retry.class, empty.retry(RetryConfig.defaults()).guards())
                        .config())
                .isEqualTo(RetryConfig.defaults());
        assertThat(the(
                                Bulkhead.class,
                                empty.bulkhead(bulkhead -> bulkhead.maxConcurrent(3))
                                        .guards())
                        .config())
                .isEqualTo(BulkheadConfig.builder().maxConcurrent(3).build());
    }

    @Test
    void thePipelinesOwnRetryWaitsByItsClockAndDrawsItsOwnChance() {
        Body body = Body.failing(new IOException("on purpose"));
        Pipeline pipeline = empty.retry().random(() -> 0.25);
        long before = scene.clock.nanos();

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> callChecked(pipeline, body));

        assertThat(body.calls).hasValue(3);
        assertThat(Duration.ofNanos(scene.clock.nanos() - before)).isEqualTo(Duration.ofMillis(50 + 100));
    }

    private static void callChecked(Pipeline pipeline, Body body) throws Exception {
        pipeline.call(body);
    }

    @Test
    void thePatternsOfOneKindAreOneTooMany() {
        assertTwice("retry", pipeline -> pipeline.retry(), pipeline -> pipeline.retry("known"));
        assertTwice("retry", pipeline -> pipeline.retry("known"), pipeline -> pipeline.retry(RetryConfig.defaults()));
        assertTwice("circuit-breaker", Pipeline::circuitBreaker, Pipeline::circuitBreaker);
        assertTwice("rate-limiter", Pipeline::rateLimiter, pipeline -> pipeline.rateLimiter("r"));
        assertTwice("bulkhead", Pipeline::bulkhead, pipeline -> pipeline.bulkhead("b"));
        assertTwice("time-limiter", Pipeline::timeLimiter, pipeline -> pipeline.timeLimiter("t"));
    }

    private void assertTwice(String pattern, UnaryOperator<Pipeline> first, UnaryOperator<Pipeline> second) {
        Pipeline once = first.apply(empty).clock(scene.clock);
        String message = "Pipeline [x] has a [" + pattern + "] already; each pattern can be added once";

        assertThatIllegalArgumentException()
                .isThrownBy(() -> second.apply(once))
                .withMessage(message);
    }

    @Test
    void aPatternIsOneTooManyAroundAFallbackToo() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> empty.retry().fallback(Fallback.value("instead")).retry())
                .withMessageContaining("Pipeline [x] has a [retry] already");
    }

    @Test
    void aNameThatIsNotConfiguredWhileOthersAreIsRefusedAtOnce() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> empty.retry("missing"))
                .withMessageStartingWith("No resilience [retry] instance named [missing]. Available: known. ");
        assertThat(empty.bulkhead("any").guards()).containsExactly(scene.registry.bulkhead("any"));
    }

    @Test
    void settingsOutOfRangeAreRefusedAtOnceAndAllTogether() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> empty.retry(retry -> retry.maxAttempts(0).backoffMultiplier(0)))
                .withMessageContaining("retry.pipeline:x.max-attempts must be >= 1, was 0")
                .withMessageContaining("retry.pipeline:x.backoff-multiplier must be above 0");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> empty.bulkhead(bulkhead -> bulkhead.maxConcurrent(-1)))
                .withMessageContaining("bulkhead.pipeline:x.max-concurrent must be >= 0, was -1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "a\nb", "\u0000"})
    void aPipelineHasANameLikeThatOfAnInstance(String name) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> scene.pipeline(name))
                .withMessageContaining("pipeline.")
                .withMessageContaining("must have a name of 1 to 1000 characters");
    }

    @Test
    void theLongestNameCanBeUsed() {
        Pipeline pipeline = scene.pipeline("n".repeat(1000)).circuitBreaker();

        assertThat(pipeline.<String, RuntimeException>call(() -> "done")).isEqualTo("done");
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> scene.pipeline("n".repeat(1001)));
    }

    @Test
    void whatBelongsToAPipelineCannotBeReachedAsAnInstance() {
        empty.circuitBreaker().guards();
        CircuitBreakerConfig explicit = CircuitBreakerConfig.after(1);

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> scene.registry.circuitBreaker("pipeline:x"))
                .withMessageContaining("must have a name that does not begin with \"pipeline:\"");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> scene.registry.circuitBreakers().open("pipeline:x", Duration.ofHours(1), explicit))
                .withMessageContaining("must have a name that does not begin with \"pipeline:\"");
    }
}
