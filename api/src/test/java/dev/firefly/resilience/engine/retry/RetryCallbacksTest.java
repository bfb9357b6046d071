package dev.firefly.resilience.engine.retry;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.core.CallContext;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.retry.RetryScene.Script;
import dev.firefly.resilience.event.RetryExhausted;
import dev.firefly.resilience.retry.Outcome;
import dev.firefly.resilience.retry.RetryConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the user's functions and the listeners get to know; the same in every form of call. */
@ParameterizedClass
@EnumSource(Form.class)
class RetryCallbacksTest {
    @Parameter
    private Form form;

    private final RetryScene scene = new RetryScene();
    private final IOException failure = new IOException("as it was");

    private Throwable failure(Script body, UnaryOperator<RetryConfig.Builder> settings) {
        return catchThrowable(() -> form.run(scene, scene.retry(settings), body));
    }

    private static CallContext context(int attempt, Duration elapsed, Optional<Duration> remaining) {
        return new CallContext(Pattern.RETRY, RetryScene.NAME, attempt, elapsed, remaining);
    }

    @Test
    void aBackoffOfTheUsersOwnSeesTheAttemptAndItsOutcome() throws Exception {
        List<Object> seen = new ArrayList<>();
        RetryLoop retry = scene.retry(settings -> settings.maxAttempts(4)
                .retryOnResult("busy"::equals)
                .backoff((context, outcome) -> {
                    seen.add(context);
                    seen.add(outcome);
                    return ofSeconds(context.attempt());
                }));

        form.run(scene, retry, new Script(new CompletionException(failure), "busy", "fine"));

        assertThat(seen)
                .containsExactly(
                        context(1, ZERO, Optional.empty()),
                        new Outcome.Failed(failure),
                        context(2, ofSeconds(1), Optional.empty()),
                        new Outcome.Returned("busy"));
        assertThat(scene.time.waits()).containsExactly(ofSeconds(1), ofSeconds(2));
    }

    @Test
    void theCapHoldsForABackoffOfTheUsersOwn() {
        failure(
                new Script(failure),
                settings -> settings.maxAttempts(2)
                        .maxWait(ofMillis(5))
                        .backoff((context, outcome) -> ofSeconds(Long.MAX_VALUE)));

        assertThat(scene.time.waits()).containsExactly(ofMillis(5));
    }

    @Test
    void aNegativeWaitStopsAndIsAnnouncedAsExhaustion() {
        Script body = new Script(failure);

        assertThat(failure(body, settings -> settings.backoff((context, outcome) -> Duration.ofSeconds(-1))))
                .isSameAs(failure);

        assertThat(body.calls()).isEqualTo(1);
        assertThat(scene.events)
                .singleElement()
                .isInstanceOfSatisfying(
                        RetryExhausted.class,
                        event -> assertThat(event.attempts()).isEqualTo(1));
    }

    @Test
    void aBackoffThatThrowsEndsTheCallWithTheFailureSuppressed() {
        IllegalArgumentException broken = new IllegalArgumentException();
        Script body = new Script(failure);

        assertThat(failure(
                        body,
                        settings -> settings.backoff((context, outcome) -> {
                            throw broken;
                        })))
                .isSameAs(broken)
                .hasSuppressedException(failure);
        assertThat(body.calls()).isEqualTo(1);
    }

    @Test
    void aRetryAfterFunctionThatThrowsEndsTheCallWithTheFailureSuppressed() {
        IllegalArgumentException broken = new IllegalArgumentException();

        assertThat(failure(
                        new Script(failure),
                        settings -> settings.retryAfter(thrown -> {
                            throw broken;
                        })))
                .isSameAs(broken)
                .hasSuppressedException(failure);
    }

    @Test
    void aBackoffThatThrowsTheFailureItselfIsNotSuppressedInItself() {
        IllegalStateException thrown = new IllegalStateException();

        assertThat(failure(
                        new Script(thrown),
                        settings -> settings.backoff((context, outcome) -> {
                            throw thrown;
                        })))
                .isSameAs(thrown)
                .hasNoSuppressedExceptions();
    }

    @Test
    void theListenerHearsOfEachRetryBeforeTheWait() {
        List<Object> seen = new ArrayList<>();
        try (Deadline.Scope limit = Deadline.open(scene.time, ofSeconds(10))) {
            failure(
                    new Script(failure),
                    settings -> settings.waitDuration(ofSeconds(1)).onRetry((context, outcome, wait) -> {
                        seen.add(context);
                        seen.add(outcome);
                        seen.add(wait);
                        seen.add(scene.time.waits().size());
                    }));
        }

        assertThat(seen)
                .containsExactly(
                        context(1, ZERO, Optional.of(ofSeconds(10))),
                        new Outcome.Failed(failure),
                        ofSeconds(1),
                        0,
                        context(2, ofSeconds(1), Optional.of(ofSeconds(9))),
                        new Outcome.Failed(failure),
                        ofSeconds(1),
                        1);
    }

    @Test
    void aListenerThatThrowsChangesNothing() {
        Script body = new Script(failure);

        assertThat(failure(
                        body,
                        settings -> settings.onRetry((context, outcome, wait) -> {
                            throw new IllegalStateException("a listener that throws, on purpose");
                        })))
                .isSameAs(failure)
                .hasNoSuppressedExceptions();
        assertThat(body.calls()).isEqualTo(3);
    }
}
