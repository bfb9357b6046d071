package dev.firefly.resilience.engine.pipeline;

import static dev.firefly.resilience.engine.pipeline.Scene.circuit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.FallbackPipeline;
import dev.firefly.resilience.Pipeline;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.engine.pipeline.Form.Target;
import dev.firefly.resilience.engine.pipeline.Scene.Body;
import dev.firefly.resilience.engine.pipeline.Scene.Place;
import dev.firefly.resilience.event.CallRejected;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.FallbackExecuted;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.event.RetryAttempted;
import dev.firefly.resilience.event.RetryExhausted;
import dev.firefly.resilience.fallback.Fallback;
import dev.firefly.resilience.retry.RetryConfig;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
@ParameterizedClass
@MethodSource("everyFormInEveryPlace")
class PipelineBehaviourTest {
    private static final RetryConfig AT_ONCE = RetryConfig.defaults();
    private static final CircuitBreakerConfig TWO_FAILURES = CircuitBreakerConfig.after(2);

    private final IOException failure = new IOException("on purpose");
    private final Body body = Body.failing(failure);
    private final Form form;
    private final Scene scene;

    record Setup(Form form, Place place) {}

    static Stream<Setup> everyFormInEveryPlace() {
        return Stream.of(Place.values())
                .flatMap(place -> Stream.of(Form.values()).map(form -> new Setup(form, place)));
    }

    PipelineBehaviourTest(Setup setup) {
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

    private <T> T run(FallbackPipeline<T> pipeline, CheckedCallable<T, Exception> code) throws Exception {
        return form.run(Target.of(pipeline), code);
    }

    @Test
    void anEmptyPipelineChangesNothing() throws Exception {
        Pipeline empty = scene.pipeline("x");

        assertThat(run(empty, Body.returning())).isEqualTo("done");
        assertThat(this.<String>run(empty, () -> null)).isNull();
        assertThatThrownBy(() -> run(empty, body)).isSameAs(failure);
    }

    @Test
    void resultsAndFailuresPassThroughAllPatternsAsTheyAre() throws Exception {
        Pipeline pipeline = scene.pipeline("x").retry(AT_ONCE).circuitBreaker();
        StackOverflowError error = new StackOverflowError("on purpose");

        assertThat(run(pipeline, Body.returning())).isEqualTo("done");
        assertThat(this.<String>run(pipeline, () -> null)).isNull();
        assertThatThrownBy(() -> run(pipeline, body)).isSameAs(failure);
        assertThatThrownBy(() -> run(pipeline, () -> {
                    throw error;
                }))
                .isSameAs(error);
        assertThat(failure.getSuppressed()).isEmpty();
    }

    @Test
    void aCircuitInsideOfARetryCountsEveryAttempt() {
        Pipeline pipeline = scene.pipeline("x").retry(AT_ONCE).circuitBreaker(CircuitBreakerConfig.after(9));

        assertThatThrownBy(() -> run(pipeline, body)).isSameAs(failure);

        assertThat(body.calls).hasValue(3);
        assertThat(circuit(pipeline).state().failureCount()).isEqualTo(3);
    }

    @Test
    void aCircuitAroundARetryCountsAllAttemptsOfACallAsOneOutcome() {
        Pipeline pipeline = scene.pipeline("x").circuitBreaker(TWO_FAILURES).retry(AT_ONCE);

        assertThatThrownBy(() -> run(pipeline, body)).isSameAs(failure);
        assertThat(circuit(pipeline).state().failureCount()).isEqualTo(1);
        assertThatThrownBy(() -> run(pipeline, body)).isSameAs(failure);

        assertThat(body.calls).hasValue(6);
        assertThat(circuit(pipeline).state().phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void aCircuitThatOpensStopsTheRetryAroundItAtOnce() {
        Pipeline pipeline = scene.pipeline("x")
                .retry(retry -> retry.maxAttempts(100).waitDuration(Duration.ZERO))
                .circuitBreaker(TWO_FAILURES);

        assertThatThrownBy(() -> run(pipeline, body))
                .isInstanceOfSatisfying(
                        CircuitBreakerOpenException.class,
                        rejection -> assertThat(rejection.instance()).isEqualTo("pipeline:x"));

        assertThat(body.calls).hasValue(2);
        assertThat(scene.events(RetryAttempted.class)).hasSize(2);
    }

    @Test
    void anOpenCircuitIsNotTriedAgain() {
        Pipeline pipeline = scene.pipeline("x").retry(AT_ONCE).circuitBreaker();
        circuit(pipeline).forceOpen();

        assertThatThrownBy(() -> run(pipeline, body)).isInstanceOf(CircuitBreakerOpenException.class);

        assertThat(body.calls).hasValue(0);
        assertThat(scene.events(CallRejected.class)).hasSize(1);
        assertThat(scene.events(RetryAttempted.class)).isEmpty();
    }

    @Test
    void theFallbackIsOutermostWhereverItIsGiven() throws Exception {
        Fallback<String> instead = Fallback.value("instead");
        Pipeline empty = scene.pipeline("x");

        assertThat(run(empty.fallback(instead).retry(AT_ONCE).circuitBreaker(), body))
                .isEqualTo("instead");
        assertThat(body.calls).hasValue(3);
        assertThat(run(empty.retry(AT_ONCE).fallback(instead).circuitBreaker(), body))
                .isEqualTo("instead");
        assertThat(body.calls).hasValue(6);
        assertThat(run(empty.retry(AT_ONCE).circuitBreaker().fallback(instead), body))
                .isEqualTo("instead");
        assertThat(body.calls).hasValue(9);
        assertThat(scene.events(FallbackExecuted.class)).hasSize(3).allSatisfy(event -> {
            assertThat(event.instance()).isEqualTo("pipeline:x");
            assertThat(event.failure()).isSameAs(failure);
        });
    }

    @Test
    void theFallbackTakesThePlaceOfRejectionsAndOfNothingItIsNotMeantFor() throws Exception {
        FallbackPipeline<String> pipeline = scene.pipeline("x")
                .circuitBreaker(CircuitBreakerConfig.after(1))
                .fallback(Fallback.<String>handle((failed, context) ->
                                context.instance() + " " + failed.getClass().getSimpleName())
                        .skipOn(FileNotFoundException.class));

        assertThatThrownBy(() -> run(pipeline, Body.failing(new FileNotFoundException())))
                .isInstanceOf(FileNotFoundException.class);
        assertThat(run(pipeline, Body.returning())).isEqualTo("pipeline:x CircuitBreakerOpenException");
    }

    @Test
    void aPipelineAndTheOneWithAFallbackShareTheirPatterns() throws Exception {
        Pipeline plain = scene.pipeline("x").circuitBreaker(TWO_FAILURES);
        FallbackPipeline<String> safe = plain.fallback(Fallback.value("instead"));

        assertThat(safe.guards()).isEqualTo(plain.guards());
        run(safe, body);
        run(safe, body);

        assertThatThrownBy(() -> run(plain, body)).isInstanceOf(CircuitBreakerOpenException.class);
    }

    @Test
    void aNamedInstanceIsSharedWithAllWhoUseItsName() {
        Pipeline one = scene.pipeline("one").circuitBreaker("payments");
        Pipeline two = scene.pipeline("two").circuitBreaker("payments");

        scene.registry.circuitBreaker("payments").forceOpen();

        assertThatThrownBy(() -> run(one, body))
                .isInstanceOfSatisfying(
                        CircuitBreakerOpenException.class,
                        rejection -> assertThat(rejection.instance()).isEqualTo("payments"));
        assertThatThrownBy(() -> run(two, body)).isInstanceOf(CircuitBreakerOpenException.class);
        assertThat(one.guards()).containsExactly(scene.registry.circuitBreaker("payments"));
    }

    @Test
    void pipelinesOfOneNameShareTheStateOfTheirOwnPatternsAndEachJudgesByItsOwnSettings() throws Exception {
        Pipeline strict = scene.pipeline("x").circuitBreaker(CircuitBreakerConfig.after(1));
        Pipeline lenient = scene.pipeline("x").circuitBreaker(CircuitBreakerConfig.after(9));

        assertThatThrownBy(() -> run(lenient, body)).isSameAs(failure);
        assertThat(circuit(strict).state().failureCount()).isEqualTo(1);
        assertThatThrownBy(() -> run(strict, body)).isSameAs(failure);

        assertThatThrownBy(() -> run(lenient, body)).isInstanceOf(CircuitBreakerOpenException.class);
        assertThat(run(scene.pipeline("y").circuitBreaker(), Body.returning())).isEqualTo("done");
        assertThat(run(scene.pipeline("z").circuitBreaker("x"), Body.returning()))
                .isEqualTo("done");
    }

    @Test
    void whatBelongsToThePipelineIsHeardByItsListenerAndOnTheRegistry() throws Exception {
        List<ResilienceEvent> heard = new CopyOnWriteArrayList<>();
        FallbackPipeline<String> pipeline = scene.pipeline("x")
                .retry(AT_ONCE)
                .events(heard::add)
                .circuitBreaker(CircuitBreakerConfig.after(3))
                .fallback(Fallback.value("instead"));

        run(pipeline, body);

        assertThat(heard)
                .hasSize(5)
                .allSatisfy(event -> assertThat(event.instance()).isEqualTo("pipeline:x"))
                .isEqualTo(scene.events);
        assertThat(Scene.of(RetryAttempted.class, heard)).hasSize(2);
        assertThat(Scene.of(CircuitOpened.class, heard)).hasSize(1);
        assertThat(Scene.of(RetryExhausted.class, heard)).hasSize(1);
        assertThat(Scene.of(FallbackExecuted.class, heard)).hasSize(1);
    }

    @Test
    void whatBelongsToANamedInstanceIsHeardOnTheRegistryAlone() {
        List<ResilienceEvent> heard = new CopyOnWriteArrayList<>();
        Pipeline pipeline = scene.pipeline("x")
                .events(heard::add)
                .circuitBreaker("payments")
                .retry(AT_ONCE);
        scene.registry.circuitBreaker("payments").forceOpen();

        assertThatThrownBy(() -> run(pipeline, body)).isInstanceOf(CircuitBreakerOpenException.class);

        assertThat(heard).isEmpty();
        assertThat(scene.events(CallRejected.class)).hasSize(1);
    }

    @Test
    void eachListenerIsToldOnceThoughItListensToTheRegistryToo() {
        List<ResilienceEvent> heard = new CopyOnWriteArrayList<>();
        List<ResilienceEvent> second = new CopyOnWriteArrayList<>();
        Consumer<ResilienceEvent> listener = heard::add;
        scene.registry.events().subscribe(ResilienceEvent.class, listener);
        Pipeline pipeline = scene.pipeline("x")
                .events(listener)
                .retry(retry -> retry.maxAttempts(1))
                .events(second::add)
                .events(listener);

        assertThatThrownBy(() -> run(pipeline, body)).isSameAs(failure);

        assertThat(heard).hasSize(1).isEqualTo(second).isEqualTo(scene.events);
    }
}
