package dev.firefly.resilience.engine.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.engine.retry.RetryScene.Script;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.retry.RetryExhaustedException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Results that are not accepted; the same in every form of call. */
@ParameterizedClass
@EnumSource(Form.class)
class RetryOnResultTest {
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

    @Test
    void aResultThatIsNotAcceptedIsRetried() throws Exception {
        Script body = new Script(null, "busy", "fine");

        assertThat(run(body, settings -> settings.retryOnResult(result -> !"fine".equals(result))))
                .isEqualTo("fine");
        assertThat(body.calls()).isEqualTo(3);
    }

    @Test
    void theLastResultIsReturnedWhenAttemptsRunOut() throws Exception {
        Script body = new Script("busy", "busier");

        assertThat(run(body, settings -> settings.maxAttempts(2).retryOnResult(result -> true)))
                .isEqualTo("busier");
    }

    @Test
    void theLastResultBecomesAnExceptionWhereThatIsAskedFor() {
        assertThat(failure(
                        new Script("busy"),
                        settings -> settings.wrapExhausted(true).retryOnResult("busy"::equals)))
                .isInstanceOfSatisfying(RetryExhaustedException.class, exhausted -> {
                    assertThat(exhausted).hasNoCause();
                    assertThat(exhausted.attempts()).isEqualTo(3);
                });
    }

    @Test
    void aResultIsJudgedOnce() throws Exception {
        AtomicReference<Integer> judged = new AtomicReference<>(0);

        run(
                new Script("busy", "fine"),
                settings -> settings.retryOnResult(result -> {
                    judged.updateAndGet(count -> count + 1);
                    return "busy".equals(result);
                }));

        assertThat(judged).hasValue(2);
    }

    @Test
    void aFailingJudgementEndsTheCall() {
        IllegalArgumentException broken = new IllegalArgumentException();
        Script body = new Script("busy");

        assertThat(failure(
                        body,
                        settings -> settings.retryOnResult(result -> {
                            throw broken;
                        })))
                .isSameAs(broken);
        assertThat(body.calls()).isEqualTo(1);
    }
}
