package dev.firefly.resilience.engine.pipeline;

import static dev.firefly.resilience.engine.pipeline.Scene.circuit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.Pipeline;
import dev.firefly.resilience.bulkhead.BulkheadFullException;
import dev.firefly.resilience.bulkhead.Permit;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.engine.pipeline.Form.Target;
import dev.firefly.resilience.engine.pipeline.Scene.Body;
import dev.firefly.resilience.engine.pipeline.Scene.Place;
import dev.firefly.resilience.event.CallRejected;
import dev.firefly.resilience.event.FallbackExecuted;
import dev.firefly.resilience.event.RetryAttempted;
import dev.firefly.resilience.fallback.Fallback;
import dev.firefly.resilience.ratelimiter.RateLimitExceededException;
import dev.firefly.resilience.ratelimiter.RateLimiter;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.timelimiter.TimeoutExceededException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** All patterns together around one call. */
@Timeout(120)
@ParameterizedClass
@MethodSource("everyFormInEveryPlace")
class SixPatternsTest {
    private static final RetryConfig AT_ONCE = RetryConfig.defaults();

    private final IOException failure = new IOException("on purpose");
    private final Body body = Body.failing(failure);
    private final Queue<Thread> bodies = new ConcurrentLinkedQueue<>();
    private final Form form;
    private final Scene scene;

    record Setup(Form form, Place place) {}

    static Stream<Setup> everyFormInEveryPlace() {
        return Stream.of(Place.values())
                .flatMap(place -> Stream.of(Form.values()).map(form -> new Setup(form, place)));
    }

    SixPatternsTest(Setup setup) {
        form = setup.form;
        scene = new Scene(setup.place);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private <T> T run(Pipeline pipeline, CheckedCallable<T, Exception> code) throws Exception {
        return form.run(Target.of(pipeline), code);
    }

    private Pipeline five() {
        return scene.pipeline("x")
                .retry(AT_ONCE)
                .circuitBreaker(CircuitBreakerConfig.after(9))
                .rateLimiter()
                .bulkhead()
                .timeLimiter();
    }

    @Test
    void resultsAndFailuresPassThroughAllOfThemAsTheyAre() throws Exception {
        assertThat(run(five(), Body.returning())).isEqualTo("done");
        assertThat(this.<String>run(five(), () -> null)).isNull();
        assertThatThrownBy(() -> run(five(), body)).isSameAs(failure);

        assertThat(body.calls).hasValue(3);
        assertThat(circuit(five()).state().failureCount()).isEqualTo(3);
        assertThat(Scene.the(RateLimiter.class, five().guards()).availableTokens())
                .isEqualTo(10 - 5);
    }

    @Test
    void theFallbackStandsAroundAllOfThem() throws Exception {
        Fallback<String> instead = Fallback.value("instead");

        assertThat(form.run(Target.of(five().fallback(instead)), body)).isEqualTo("instead");

        assertThat(body.calls).hasValue(3);
        assertThat(scene.events(FallbackExecuted.class)).hasSize(1);
    }

    @Test
    void aRejectionInsideIsRetriedAndNoFailureForTheCircuit() {
        Pipeline pipeline = scene.pipeline("x")
                .retry(AT_ONCE)
                .circuitBreaker(CircuitBreakerConfig.after(1))
                .bulkhead(bulkhead -> bulkhead.maxConcurrent(0));

        assertThatThrownBy(() -> run(pipeline, body)).isInstanceOfSatisfying(BulkheadFullException.class, rejection -> {
            assertThat(rejection.code()).isEqualTo(ErrorCode.BULKHEAD_FULL);
            assertThat(rejection.instance()).isEqualTo("pipeline:x");
        });

        assertThat(body.calls).hasValue(0);
        assertThat(scene.events(CallRejected.class)).hasSize(3);
        assertThat(scene.events(RetryAttempted.class)).hasSize(2);
        assertThat(circuit(pipeline).state().phase()).isEqualTo(Phase.CLOSED);
    }

    /** A circuit around the rest, half open as soon as it is called again. */
    private Pipeline halfOpen() throws Exception {
        Pipeline pipeline = scene.pipeline("x").circuitBreaker(CircuitBreakerConfig.after(1));
        assertThatThrownBy(() -> run(pipeline, body)).isSameAs(failure);
        assertThat(circuit(pipeline).state().phase()).isEqualTo(Phase.OPEN);
        scene.clock.advance(circuit(pipeline).config().waitDurationInOpen());
        return pipeline;
    }

    private void assertGivenBack(Pipeline pipeline, CheckedCallable<String, Exception> working) throws Exception {
        assertThat(circuit(pipeline).state().phase()).isEqualTo(Phase.HALF_OPEN);
        assertThat(run(pipeline, working)).isEqualTo("done");
        assertThat(circuit(pipeline).state().phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void aProbeThatABulkheadTurnsAwayIsFreeForTheNextCall() throws Exception {
        Pipeline pipeline = halfOpen().bulkhead("inside");
        List<Permit> held = Stream.generate(scene.registry.bulkhead("inside")::acquire)
                .limit(10)
                .toList();

        assertThatThrownBy(() -> run(pipeline, Body.returning())).isInstanceOf(BulkheadFullException.class);

        held.forEach(Permit::close);
        assertGivenBack(pipeline, Body.returning());
    }

    @Test
    void aProbeThatARateLimiterTurnsAwayIsFreeForTheNextCall() throws Exception {
        Pipeline pipeline = halfOpen().rateLimiter("inside");
        scene.registry.rateLimiter("inside").acquire(10);

        assertThatThrownBy(() -> run(pipeline, Body.returning())).isInstanceOf(RateLimitExceededException.class);

        scene.clock.advance(Duration.ofSeconds(1));
        assertGivenBack(pipeline, Body.returning());
    }

    @Test
    void aProbeThatAnotherCircuitTurnsAwayIsFreeForTheNextCall() throws Exception {
        Pipeline pipeline = halfOpen();
        CircuitBreaker inside = scene.registry.circuitBreaker("inside");
        inside.forceOpen();

        assertThatThrownBy(() -> run(pipeline, () -> inside.call(Body.returning())))
                .isInstanceOfSatisfying(
                        CircuitBreakerOpenException.class,
                        open -> assertThat(open.instance()).isEqualTo("inside"));

        inside.close();
        assertGivenBack(pipeline, () -> inside.call(Body.returning()));
    }

    @Test
    void everyAttemptGivesItsPermitBack() {
        Pipeline pipeline = scene.pipeline("x").retry(AT_ONCE).bulkhead(bulkhead -> bulkhead.maxConcurrent(1));

        assertThatThrownBy(() -> run(pipeline, body)).isSameAs(failure);
        assertThatThrownBy(() -> run(pipeline, body)).isSameAs(failure);

        assertThat(body.calls).hasValue(6);
    }

    @Test
    void pipelinesOfOneNameShareTheirPermits() {
        Pipeline outer = scene.pipeline("x").bulkhead(bulkhead -> bulkhead.maxConcurrent(1));
        Pipeline inner = scene.pipeline("x").bulkhead(bulkhead -> bulkhead.maxConcurrent(1));

        assertThatThrownBy(() -> run(outer, () -> inner.<String, Exception>call(Body.returning())))
                .isInstanceOf(BulkheadFullException.class);
    }

    @Test
    void pipelinesOfOneNameShareTheirTokens() throws Exception {
        Pipeline one = scene.pipeline("x").rateLimiter(limiter -> limiter.maxTokens(1));
        Pipeline two = scene.pipeline("x").rateLimiter(limiter -> limiter.maxTokens(1));

        assertThat(run(one, Body.returning())).isEqualTo("done");

        assertThatThrownBy(() -> run(two, body))
                .isInstanceOfSatisfying(
                        RateLimitExceededException.class,
                        rejection -> assertThat(rejection.instance()).isEqualTo("pipeline:x"));
        assertThat(body.calls).hasValue(0);
    }

    @Test
    void aRetryInsideOfABulkheadKeepsItsPermitForAllAttempts() {
        Pipeline pipeline = scene.pipeline("x").bulkhead("one").retry(AT_ONCE);
        int free = scene.registry.bulkhead("one").availablePermits();

        assertThatThrownBy(() -> run(pipeline, () -> {
                    assertThat(scene.registry.bulkhead("one").availablePermits())
                            .isEqualTo(free - 1);
                    return body.call();
                }))
                .isSameAs(failure);

        assertThat(body.calls).hasValue(3);
        assertThat(scene.registry.bulkhead("one").availablePermits()).isEqualTo(free);
    }

    /** The body, counted as it begins, which takes its time; after that, a deadline may have released its caller. */
    private CheckedCallable<String, Exception> taking(Duration time) {
        return () -> {
            bodies.add(Thread.currentThread());
            try {
                return body.call();
            } finally {
                scene.clock.advance(time);
            }
        };
    }

    /** Waits until no body can begin any more: what follows one on its own thread has come to its end as well. */
    private void awaitBodies() throws InterruptedException {
        for (Thread thread = bodies.poll(); thread != null; thread = bodies.poll()) {
            if (thread != Thread.currentThread()) {
                thread.join();
            }
        }
    }

    @Test
    void aTimeLimitInsideOfARetryBeginsAnewWithEveryAttempt() {
        Pipeline pipeline =
                scene.pipeline("x").retry(AT_ONCE).timeLimiter(limit -> limit.timeout(Duration.ofSeconds(3)));

        assertThatThrownBy(() -> run(pipeline, taking(Duration.ofSeconds(2)))).isSameAs(failure);

        assertThat(body.calls).hasValue(3);
    }

    @Test
    void aTimeLimitAroundARetryEndsAllAttempts() throws InterruptedException {
        Pipeline pipeline = scene.pipeline("x")
                .timeLimiter(limit -> limit.timeout(Duration.ofSeconds(3)))
                .retry(AT_ONCE);

        assertThatThrownBy(() -> run(pipeline, taking(Duration.ofSeconds(2))))
                .isInstanceOfSatisfying(
                        TimeoutExceededException.class,
                        timeout -> assertThat(timeout.instance()).isEqualTo("pipeline:x"));

        awaitBodies();
        assertThat(body.calls).as("the second of three was under way").hasValue(2);
    }
}
