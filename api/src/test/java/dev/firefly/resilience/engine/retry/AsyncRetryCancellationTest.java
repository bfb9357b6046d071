package dev.firefly.resilience.engine.retry;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.engine.TestEnvironment;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.retry.RetryConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What becomes of a call whose caller cancels it, wherever it stands. */
class AsyncRetryCancellationTest {
    private final AsyncScene scene = new AsyncScene();
    private final IOException failure = new IOException("as it was");

    @Test
    void cancellingTheCallCancelsTheAttemptAndPreventsTheNext() {
        CompletableFuture<String> result = scene.start(settings -> settings);

        result.cancel(true);
        scene.runSubmitted();

        assertThat(scene.attempts)
                .singleElement()
                .satisfies(attempt -> assertThat(attempt).isCancelled());
        assertThat(result).isCancelled();
    }

    @Test
    void cancellingTheCallAfterAnAttemptHasFailedPreventsTheNext() {
        CompletableFuture<String> result = scene.start(settings -> settings);
        scene.attempts.get(0).completeExceptionally(failure);

        result.cancel(true);
        scene.runSubmitted();

        assertThat(scene.attempts).hasSize(1);
    }

    @Test
    void cancellingTheCallDuringAWaitEndsTheWait() {
        CompletableFuture<String> result = scene.start(settings -> settings.waitDuration(ofSeconds(1)));
        scene.attempts.get(0).completeExceptionally(failure);
        scene.runSubmitted();
        assertThat(scene.time.pending()).isEqualTo(1);

        result.cancel(true);

        assertThat(scene.time.pending()).isZero();
        assertThat(scene.attempts).hasSize(1);
    }

    @Test
    void cancellingTheCallWhenTheWaitIsOverPreventsTheNextAttempt() {
        CompletableFuture<String> result = scene.start(settings -> settings.waitDuration(ofSeconds(1)));
        scene.attempts.get(0).completeExceptionally(failure);
        scene.runSubmitted();
        scene.time.moveBy(ofSeconds(1));

        result.cancel(true);
        scene.runSubmitted();

        assertThat(scene.attempts).hasSize(1);
    }

    @Test
    void cancellingTheCallWhileAnAttemptBeginsCancelsThatAttemptToo() {
        List<CompletableFuture<String>> result = new ArrayList<>();
        result.add(scene.retry(scene.submitted::add, settings -> settings)
                .callAsync(() -> {
                    if (scene.attempts.size() == 1) {
                        result.get(0).cancel(true);
                    }
                    return scene.attempt();
                })
                .toCompletableFuture());

        scene.attempts.get(0).completeExceptionally(failure);
        scene.runSubmitted();

        assertThat(scene.attempts).hasSize(2);
        assertThat(scene.attempts.get(1)).isCancelled();
    }

    @Test
    void theCallersCancellationIsNoFailureOfTheCall() {
        RetryConfig config =
                RetryConfig.builder().retryOn(CancellationException.class).build();
        List<Object> events = new ArrayList<>();
        Environment environment = TestEnvironment.of(scene.time, () -> 0, scene.submitted::add);
        environment.events().subscribe(ResilienceEvent.class, events::add);
        CompletableFuture<String> result = new RetryLoop("orders", () -> config, environment)
                .callAsync(scene::attempt)
                .toCompletableFuture();

        result.cancel(true);
        scene.runSubmitted();

        assertThat(events).isEmpty();
        assertThat(scene.attempts).hasSize(1);
    }

    @Test
    void aListenerThatCancelsTheCallPreventsTheWait() {
        List<CompletableFuture<String>> result = new ArrayList<>();
        result.add(scene.start(settings -> settings.waitDuration(ofSeconds(1))
                .onRetry((context, outcome, wait) -> result.get(0).cancel(true))));

        scene.attempts.get(0).completeExceptionally(failure);
        scene.runSubmitted();

        assertThat(scene.time.pending()).isZero();
    }
}
