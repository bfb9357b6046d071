package dev.firefly.resilience.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.Pipeline;
import dev.firefly.resilience.engine.pipeline.Form.Target;
import dev.firefly.resilience.engine.pipeline.Scene.Place;
import dev.firefly.resilience.fallback.Fallback;
import dev.firefly.resilience.retry.RetryConfig;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Results that are kept, in a cache for instance, keep nothing of their calls, whichever pattern was around them. */
@Timeout(120)
class ResultsKeepNothingTest {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final CompletableFuture<String> service = new CompletableFuture<>();
    private final Map<String, CompletableFuture<String>> kept = new LinkedHashMap<>();
    private final Map<String, WeakReference<Object>> bodies = new LinkedHashMap<>();

    @ParameterizedTest
    @EnumSource(Place.class)
    void ofCallsThatSucceed(Place place) throws Exception {
        try (Scene scene = new Scene(place)) {
            callThroughEachPattern(scene);
            service.complete("done");

            awaitForgotten(scene);
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void ofCallsThatFail(Place place) throws Exception {
        try (Scene scene = new Scene(place)) {
            callThroughEachPattern(scene);
            service.completeExceptionally(new IOException("on purpose"));

            awaitForgotten(scene);
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void ofCallsThatAreCancelled(Place place) throws Exception {
        try (Scene scene = new Scene(place)) {
            callThroughEachPattern(scene);
            kept.values().forEach(call -> call.cancel(true));
            service.complete("nobody waits for it"); // what is still to be told would keep it otherwise

            awaitForgotten(scene);
        }
    }

    private void callThroughEachPattern(Scene scene) {
        RetryConfig atOnce = RetryConfig.defaults();
        call(scene, "retry", pipeline -> pipeline.retry(atOnce));
        call(scene, "circuit breaker", pipeline -> pipeline.circuitBreaker());
        call(scene, "rate limiter", pipeline -> pipeline.rateLimiter());
        call(scene, "bulkhead", pipeline -> pipeline.bulkhead());
        call(scene, "time limiter", pipeline -> pipeline.timeLimiter());
        call(scene, "time limiter with offload", pipeline -> pipeline.timeLimiter(limit -> limit.offload(true)));
        call(
                scene,
                "all",
                pipeline -> pipeline.retry(atOnce)
                        .circuitBreaker()
                        .rateLimiter()
                        .bulkhead()
                        .timeLimiter());
        call("fallback", Target.of(scene.pipeline("fallback").fallback(Fallback.<String>supply(() -> "instead"))));
        callThatWaits(
                scene,
                "rate limiter with a wait",
                pipeline -> pipeline.rateLimiter(
                        limiter -> limiter.maxTokens(1).refillRate(1).timeout(Duration.ofSeconds(5))));
    }

    private void call(Scene scene, String name, Function<Pipeline, Pipeline> patterns) {
        call(name, Target.of(patterns.apply(scene.pipeline(name.replace(' ', '-')))));
    }

    private void call(String name, Target<String> target) {
        Object large = new Object();
        bodies.put(name, new WeakReference<>(large));
        kept.put(
                name,
                target.callAsync(() -> service.thenApply(value -> value + large.hashCode()))
                        .toCompletableFuture());
    }

    private void callThatWaits(Scene scene, String name, Function<Pipeline, Pipeline> patterns) {
        Pipeline pipeline = patterns.apply(scene.pipeline(name.replace(' ', '-')));
        pipeline.call(() -> "the token that is there");
        call(name, Target.of(pipeline));
    }

    private void awaitForgotten(Scene scene) throws Exception {
        long start = System.nanoTime();
        List<String> remembered = remembered();
        while (!remembered.isEmpty() && System.nanoTime() - start < PATIENCE_NANOS) {
            scene.clock.advance(Duration.ofSeconds(1)); // the store may have been late to say how long to wait
            System.gc();
            remembered = remembered();
        }
        assertThat(remembered).as("patterns whose results keep the call").isEmpty();
        assertThat(kept.values()).allMatch(CompletableFuture::isDone);
    }

    private List<String> remembered() {
        List<String> names = new ArrayList<>();
        bodies.forEach((name, body) -> {
            if (!body.refersTo(null)) {
                names.add(name);
            }
        });
        return names;
    }
}
