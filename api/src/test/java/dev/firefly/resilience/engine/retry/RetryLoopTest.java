package dev.firefly.resilience.engine.retry;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.CheckedRunnable;
import dev.firefly.resilience.engine.Allocations;
import dev.firefly.resilience.engine.retry.RetryScene.Script;
import dev.firefly.resilience.event.RetryAttempted;
import dev.firefly.resilience.retry.RetryExhaustedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What only a call on the caller's own thread can meet: interruption, its checked exceptions, and its cost. */
class RetryLoopTest {
    private final RetryScene scene = new RetryScene();
    private final IOException failure = new IOException("as it was");

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void anInterruptedWaitEndsTheRetryWithTheLastFailureAndTheFlagSet() {
        Script body = new Script(failure);
        scene.time.duringSleep(() -> Thread.currentThread().interrupt());

        assertThat(catchThrowable(() -> scene.retry(
                                settings -> settings.waitDuration(ofSeconds(1)).wrapExhausted(true))
                        .call(body)))
                .isSameAs(failure)
                .satisfies(thrown ->
                        assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(InterruptedException.class));

        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(body.calls()).isEqualTo(1);
    }

    @Test
    void anInterruptedWaitIsNoExhaustion() {
        scene.time.duringSleep(() -> Thread.currentThread().interrupt());

        assertThatThrownBy(() -> scene.retry(settings -> settings.waitDuration(ofSeconds(1)))
                        .call(new Script(failure)))
                .isSameAs(failure);
        assertThat(scene.events).hasExactlyElementsOfTypes(RetryAttempted.class);
    }

    @Test
    void aThreadThatIsInterruptedAlreadyMakesNoOtherAttemptEvenWithoutAWait() {
        Script body = new Script(failure);

        assertThat(catchThrowable(() -> scene.retry(settings -> settings).call(() -> {
                    Thread.currentThread().interrupt();
                    return body.call();
                })))
                .isSameAs(failure)
                .satisfies(thrown ->
                        assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(InterruptedException.class));

        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(body.calls()).isEqualTo(1);
        assertThat(scene.events).isEmpty();
    }

    @Test
    void anInterruptedWaitAfterAResultEndsWithAnExceptionOfTheRetrysOwn() {
        scene.time.duringSleep(() -> Thread.currentThread().interrupt());

        assertThat(catchThrowable(() -> scene.retry(
                                settings -> settings.waitDuration(ofSeconds(1)).retryOnResult("busy"::equals))
                        .call(() -> "busy")))
                .isInstanceOfSatisfying(RetryExhaustedException.class, exhausted -> {
                    assertThat(exhausted).hasCauseInstanceOf(InterruptedException.class);
                    assertThat(exhausted.attempts()).isEqualTo(1);
                });

        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void anInterruptedThreadStillGetsItsResult() throws Exception {
        Thread.currentThread().interrupt();

        assertThat(scene.retry(settings -> settings).call(() -> "fine")).isEqualTo("fine");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void theBodysCheckedExceptionKeepsItsType() {
        RetryLoop retry = scene.retry(settings -> settings);

        // Compiles only as long as call declares no more than the body does.
        try {
            retry.call(() -> {
                throw failure;
            });
        } catch (IOException e) {
            assertThat(e).isSameAs(failure);
        }
        assertThat(retry.call(() -> 42)).isEqualTo(42);
    }

    @Test
    void aBodyWithoutAResultIsRetriedToo() {
        List<String> calls = new ArrayList<>();
        CheckedRunnable<IOException> body = () -> {
            calls.add("call");
            throw failure;
        };

        assertThatThrownBy(() -> scene.retry(settings -> settings).call(body)).isSameAs(failure);
        assertThat(calls).hasSize(3);
    }

    @Test
    void everyAttemptRunsOnTheCallersThread() {
        List<Thread> threads = new ArrayList<>();

        assertThatThrownBy(() -> scene.retry(settings -> settings.waitDuration(ofSeconds(1)))
                        .call(() -> {
                            threads.add(Thread.currentThread());
                            throw failure;
                        }))
                .isSameAs(failure);
        assertThat(threads).hasSize(3).containsOnly(Thread.currentThread());
    }

    @Test
    void aFirstAttemptThatSucceedsAllocatesNothingAndReadsNoClock() throws Exception {
        RetryLoop retry = scene.retry(settings -> settings.retryOnResult("busy"::equals));
        CheckedCallable<String, RuntimeException> body = () -> "fine";

        assertThat(Allocations.bytesPerRun(() -> retry.call(body))).isZero();
        assertThat(scene.time.reads()).isZero();
    }

    @Test
    void theClockIsReadWhereSomebodyMayAskForTheTime() {
        scene.retry(settings -> settings.maxDuration(ofSeconds(1))).call(() -> "fine");
        scene.retry(settings -> settings.onRetry((context, outcome, wait) -> {}))
                .call(() -> "fine");
        scene.retry(settings -> settings.backoff((context, outcome) -> ofSeconds(1)))
                .call(() -> "fine");

        assertThat(scene.time.reads()).isEqualTo(3);
    }

    @Test
    void itHasANameAndShowsItsSettings() {
        RetryLoop retry = scene.retry(settings -> settings.maxAttempts(7));

        assertThat(retry.name()).isEqualTo("orders");
        assertThat(retry.config().maxAttempts()).isEqualTo(7);
    }
}
