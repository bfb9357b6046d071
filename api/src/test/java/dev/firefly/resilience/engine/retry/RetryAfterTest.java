package dev.firefly.resilience.engine.retry;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.engine.retry.RetryScene.Script;
import dev.firefly.resilience.event.RetryExhausted;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.tck.kit.ScriptedRandom;
import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Failures that say themselves how long to wait; the same in every form of call. */
@ParameterizedClass
@EnumSource(Form.class)
class RetryAfterTest {
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
    void aRetryAfterIsTheFloorOfTheWait() {
        Rejection rejection = new Rejection(ErrorCode.RATE_LIMIT_EXCEEDED, ofMillis(250));

        attempts(
                rejection,
                settings -> settings.waitDuration(ofMillis(100))
                        .backoffMultiplier(5)
                        .maxWait(ofMillis(400)));

        assertThat(scene.time.waits()).containsExactly(ofMillis(250), ofMillis(400));
    }

    @Test
    void aRetryAfterIsStrongerThanTheCap() {
        Rejection rejection = new Rejection(ErrorCode.RATE_LIMIT_EXCEEDED, ofSeconds(3));

        attempts(rejection, settings -> settings.maxAttempts(2).maxWait(ofSeconds(1)));

        assertThat(scene.time.waits()).containsExactly(ofSeconds(3));
    }

    @Test
    void jitterIsAddedToARetryAfterToo() {
        scene.random(new ScriptedRandom(0.5));
        Rejection rejection = new Rejection(ErrorCode.RATE_LIMIT_EXCEEDED, ofSeconds(3));

        attempts(rejection, settings -> settings.maxAttempts(2).jitter(ofSeconds(1)));

        assertThat(scene.time.waits()).containsExactly(ofMillis(3500));
    }

    @Test
    void aRetryAfterMayBeFoundByAFunction() {
        attempts(settings -> settings.maxAttempts(2)
                .retryAfter(thrown -> Optional.of(ofSeconds(thrown.getMessage().length()))));

        assertThat(scene.time.waits()).containsExactly(ofSeconds("as it was".length()));
    }

    @Test
    void aNegativeRetryAfterAsksForNothing() {
        attempts(settings -> settings.waitDuration(ofMillis(10)).retryAfter(thrown -> Optional.of(ofSeconds(-5))));

        assertThat(scene.time.waits()).containsExactly(ofMillis(10), ofMillis(10));
    }

    @Test
    void aRetryAfterThatDoesNotFitEndsTheRetryAtOnce() {
        Rejection rejection = new Rejection(ErrorCode.RATE_LIMIT_EXCEEDED, ofSeconds(3));

        assertThat(attempts(rejection, settings -> settings.maxDuration(ofSeconds(2))))
                .isEqualTo(1);
        try (Deadline.Scope limit = Deadline.open(scene.time, ofSeconds(2))) {
            assertThat(attempts(rejection, settings -> settings)).isEqualTo(1);
        }
        assertThat(scene.time.waits()).isEmpty();
        assertThat(scene.events).hasSize(2).allMatch(event -> event instanceof RetryExhausted);
    }
}
