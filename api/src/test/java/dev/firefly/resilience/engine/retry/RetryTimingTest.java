package dev.firefly.resilience.engine.retry;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.engine.retry.RetryScene.Script;
import dev.firefly.resilience.event.RetryAttempted;
import dev.firefly.resilience.event.RetryExhausted;
import dev.firefly.resilience.retry.BackoffKind;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.retry.RetryExhaustedException;
import dev.firefly.resilience.tck.kit.ScriptedRandom;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** When attempts are made, and when time ends a retry; the same in every form of call. */
@ParameterizedClass
@EnumSource(Form.class)
class RetryTimingTest {
    @Parameter
    private Form form;

    private final RetryScene scene = new RetryScene();
    private final IOException failure = new IOException("as it was");

    private int attempts(UnaryOperator<RetryConfig.Builder> settings) {
        return attempts(failure, settings);
    }

    private int attempts(Exception thrown, UnaryOperator<RetryConfig.Builder> settings) {
        Script body = new Script(thrown);
        assertThat(catchThrowable(() -> form.run(scene, scene.retry(settings), body)))
                .isSameAs(thrown);
        return body.calls();
    }

    @Test
    void thereIsNoWaitByDefault() {
        assertThat(attempts(settings -> settings)).isEqualTo(3);
        assertThat(scene.time.waits()).isEmpty();
    }

    @Test
    void waitsGrowAsTheBackoffSays() {
        attempts(settings -> settings.maxAttempts(5).waitDuration(ofMillis(100)).backoffMultiplier(2));

        assertThat(scene.time.waits()).containsExactly(ofMillis(100), ofMillis(200), ofMillis(400), ofMillis(800));
    }

    @Test
    void aMultiplierBelowOneMakesWaitsShrink() {
        attempts(settings -> settings.maxAttempts(4).waitDuration(ofMillis(100)).backoffMultiplier(0.5));

        assertThat(scene.time.waits()).containsExactly(ofMillis(100), ofMillis(50), ofMillis(25));
    }

    @Test
    void waitsAreCappedBeforeJitterIsAdded() {
        scene.random(new ScriptedRandom(0.5, 0.0, 0.9));

        attempts(settings -> settings.maxAttempts(4)
                .backoff(BackoffKind.LINEAR)
                .waitDuration(ofMillis(100))
                .maxWait(ofMillis(150))
                .jitter(ofSeconds(1)));

        assertThat(scene.time.waits()).containsExactly(ofMillis(600), ofMillis(150), ofMillis(1050));
    }

    @Test
    void fullJitterDrawsFromTheCappedWait() {
        scene.random(new ScriptedRandom(0.5, 0.25));

        attempts(settings -> settings.backoffMultiplier(10)
                .waitDuration(ofMillis(100))
                .maxWait(ofMillis(200))
                .fullJitter(true));

        assertThat(scene.time.waits()).containsExactly(ofMillis(50), ofMillis(50));
    }

    @Test
    void aJitterLargerThanTheWaitNeverMakesItNegative() {
        scene.random(new ScriptedRandom(0.0, 0.0));

        attempts(settings -> settings.waitDuration(ofMillis(1)).jitter(ofSeconds(10)));

        assertThat(scene.time.waits()).containsExactly(ofMillis(1), ofMillis(1));
    }

    @Test
    void noAttemptStartsAfterMaxDuration() {
        assertThat(attempts(settings ->
                        settings.maxAttempts(10).waitDuration(ofSeconds(1)).maxDuration(ofSeconds(3))))
                .isEqualTo(4);
        assertThat(scene.time.waits()).containsExactly(ofSeconds(1), ofSeconds(1), ofSeconds(1));
    }

    @Test
    void theTimeOfTheAttemptsCountsForMaxDuration() {
        RetryLoop retry = scene.retry(
                settings -> settings.maxAttempts(10).waitDuration(ofSeconds(1)).maxDuration(ofSeconds(3)));
        Script body = new Script(failure);

        assertThat(catchThrowable(() -> form.run(scene, retry, () -> {
                    scene.time.moveBy(ofSeconds(1));
                    return body.call();
                })))
                .isSameAs(failure);
        assertThat(body.calls()).isEqualTo(2);
    }

    @Test
    void noAttemptStartsAfterMaxDurationThoughTheWaitWasMeantToEndBeforeIt() {
        scene.time.beLateBy(ofSeconds(5));

        assertThat(attempts(settings -> settings.waitDuration(ofSeconds(1)).maxDuration(ofSeconds(3))))
                .isEqualTo(1);
        assertThat(scene.events).hasExactlyElementsOfTypes(RetryAttempted.class, RetryExhausted.class);
    }

    @Test
    void aWaitThatDoesNotFitInTheDeadlineEndsTheRetryWithTheRealFailure() {
        try (Deadline.Scope limit = Deadline.open(scene.time, ofMillis(2500))) {
            assertThat(attempts(settings -> settings.maxAttempts(10).waitDuration(ofSeconds(1))))
                    .isEqualTo(3);
        }
        assertThat(scene.time.waits()).containsExactly(ofSeconds(1), ofSeconds(1));
    }

    @Test
    void noAttemptStartsWhenTheDeadlineIsOver() {
        try (Deadline.Scope limit = Deadline.open(scene.time, Duration.ZERO)) {
            assertThat(attempts(settings -> settings)).isEqualTo(1);
        }
    }

    @Test
    void runningOutOfTimeIsExhaustionToo() {
        RetryLoop retry = scene.retry(settings ->
                settings.waitDuration(ofSeconds(1)).maxDuration(ofMillis(10)).wrapExhausted(true));

        assertThat(catchThrowable(() -> form.run(scene, retry, new Script(failure))))
                .isInstanceOfSatisfying(
                        RetryExhaustedException.class,
                        exhausted -> assertThat(exhausted.attempts()).isEqualTo(1))
                .hasCause(failure)
                .hasMessageContaining("1 attempt: the next attempt would start after max-duration");
    }
}
