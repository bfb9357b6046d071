package dev.firefly.resilience.engine.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.engine.retry.RetryScene.Script;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.retry.RetryExhaustedException;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the caller gets in the end; the same in every form of call. */
@ParameterizedClass
@EnumSource(Form.class)
class RetryBehaviourTest {
    @Parameter
    private Form form;

    private final RetryScene scene = new RetryScene();

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    private Object run(Script body, UnaryOperator<RetryConfig.Builder> settings) throws Exception {
        return form.run(scene, scene.retry(settings), body);
    }

    private Throwable failure(Script body, UnaryOperator<RetryConfig.Builder> settings) {
        return catchThrowable(() -> run(body, settings));
    }

    private int attempts(Throwable failure, UnaryOperator<RetryConfig.Builder> settings) {
        Script body = new Script(failure);
        assertThat(failure(body, settings)).isSameAs(failure);
        return body.calls();
    }

    @Test
    void aSuccessIsReturnedAtOnce() throws Exception {
        Script body = new Script("fine");

        assertThat(run(body, settings -> settings)).isEqualTo("fine");
        assertThat(body.calls()).isEqualTo(1);
        assertThat(scene.events).isEmpty();
    }

    @Test
    void nullIsASuccessToo() throws Exception {
        assertThat(run(new Script(new IOException(), null), settings -> settings))
                .isNull();
    }

    @Test
    void aFailureIsRetriedUntilItPasses() throws Exception {
        Script body = new Script(new IOException(), new IOException(), "fine");

        assertThat(run(body, settings -> settings)).isEqualTo("fine");
        assertThat(body.calls()).isEqualTo(3);
    }

    @Test
    void theLastFailureIsThrownUnchangedWhenAttemptsRunOut() {
        IOException last = new IOException("last");
        Script body = new Script(new IOException("first"), new IOException("second"), last);

        assertThat(failure(body, settings -> settings)).isSameAs(last).hasNoSuppressedExceptions();
        assertThat(body.calls()).isEqualTo(3);
    }

    @Test
    void oneAttemptMeansNoRetry() {
        assertThat(attempts(new IOException(), settings -> settings.maxAttempts(1)))
                .isEqualTo(1);
    }

    @Test
    void exhaustionIsWrappedWhereThatIsAskedFor() {
        IOException last = new IOException();

        assertThat(failure(new Script(last), settings -> settings.wrapExhausted(true)))
                .isInstanceOfSatisfying(RetryExhaustedException.class, exhausted -> {
                    assertThat(exhausted).hasCause(last).hasMessageContaining("[orders] gave up after 3 attempts");
                    assertThat(exhausted.attempts()).isEqualTo(3);
                    assertThat(exhausted.code()).isEqualTo(ErrorCode.RETRY_EXHAUSTED);
                    assertThat(exhausted.instance()).isEqualTo("orders");
                });
    }

    @Test
    void aFailureThatIsNotRetriedIsNeverWrapped() {
        IllegalStateException failure = new IllegalStateException();

        assertThat(attempts(
                        failure,
                        settings ->
                                settings.abortOn(IllegalStateException.class).wrapExhausted(true)))
                .isEqualTo(1);
    }

    @Test
    void theCauseOfAnExhaustionIsBare() {
        IOException bare = new IOException();
        Script body = new Script(new CompletionException(bare));

        assertThat(failure(body, settings -> settings.wrapExhausted(true)).getCause())
                .isSameAs(bare);
    }

    @Test
    void disabledItPassesStraightThrough() {
        assertThat(attempts(new IOException(), settings -> settings.enabled(false)))
                .isEqualTo(1);
        assertThat(scene.events).isEmpty();
        assertThat(scene.time.reads()).isZero();
    }

    @Test
    void aCallRunsUnderOneSetOfSettingsAndTheNextOneUnderTheNewOnes() {
        AtomicReference<RetryConfig> settings =
                new AtomicReference<>(RetryConfig.builder().maxAttempts(4).build());
        RetryLoop retry = new RetryLoop("orders", settings::get, scene.environment());
        Script body = new Script(new IOException());
        assertThat(catchThrowable(() -> form.run(scene, retry, () -> {
                    settings.set(RetryConfig.builder().maxAttempts(2).build());
                    return body.call();
                })))
                .isInstanceOf(IOException.class);
        assertThat(body.calls()).isEqualTo(4);

        Script next = new Script(new IOException());
        assertThat(catchThrowable(() -> form.run(scene, retry, next))).isInstanceOf(IOException.class);
        assertThat(next.calls()).isEqualTo(2);
    }
}
