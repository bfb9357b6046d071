package dev.firefly.resilience.engine.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.ResilienceException;
import dev.firefly.resilience.engine.retry.RetryScene.Script;
import dev.firefly.resilience.retry.RetryConfig;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Which failures are retried; the same in every form of call. */
@ParameterizedClass
@EnumSource(Form.class)
class RetryClassificationTest {
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
    void onlyTheNamedClassesAndTheirSubclassesAreRetried() {
        UnaryOperator<RetryConfig.Builder> onInputOutput = settings -> settings.retryOn(IOException.class);

        assertThat(attempts(new FileNotFoundException(), onInputOutput)).isEqualTo(3);
        assertThat(attempts(new IllegalStateException(), onInputOutput)).isEqualTo(1);
    }

    @Test
    void abortOnWinsAndLooksAtSubclassesToo() {
        UnaryOperator<RetryConfig.Builder> settings =
                builder -> builder.retryOn(FileNotFoundException.class).abortOn(IOException.class);

        assertThat(attempts(new FileNotFoundException(), settings)).isEqualTo(1);
    }

    @Test
    void anErrorIsRetriedOnlyWhenItIsNamed() {
        assertThat(attempts(new StackOverflowError(), settings -> settings)).isEqualTo(1);
        assertThat(attempts(new StackOverflowError(), settings -> settings.retryOn(Throwable.class)))
                .isEqualTo(1);
        assertThat(attempts(new StackOverflowError(), settings -> settings.retryOn(VirtualMachineError.class)))
                .isEqualTo(3);
    }

    @Test
    void anInterruptionIsNeverRetried() {
        assertThat(attempts(new InterruptedException(), settings -> settings)).isEqualTo(1);
        Thread.interrupted();
        assertThat(attempts(new InterruptedException(), settings -> settings.retryOn(InterruptedException.class)))
                .isEqualTo(1);
    }

    @Test
    void aCancellationIsRetriedOnlyWhenItIsNamed() {
        assertThat(attempts(new CancellationException(), settings -> settings.retryOn(RuntimeException.class)))
                .isEqualTo(1);
        Script body = new Script(new CancellationException(), "fine");
        assertThat(catchThrowable(() -> assertThat(run(body, settings -> settings.retryOn(CancellationException.class)))
                        .isEqualTo("fine")))
                .isNull();
    }

    @Test
    void anOpenCircuitIsRetriedOnlyWhenRetryOnNamesItsFamily() {
        Rejection open = new Rejection(ErrorCode.CIRCUIT_OPEN, null);

        assertThat(attempts(open, settings -> settings)).isEqualTo(1);
        assertThat(attempts(open, settings -> settings.retryOn(RuntimeException.class)))
                .isEqualTo(1);
        assertThat(attempts(open, settings -> settings.retryOn(ResilienceException.class)))
                .isEqualTo(3);
        assertThat(attempts(open, settings -> settings.retryOn(Rejection.class)))
                .isEqualTo(3);
    }

    @Test
    void anotherRejectionIsRetriedLikeAnyFailure() {
        assertThat(attempts(new Rejection(ErrorCode.BULKHEAD_FULL, null), settings -> settings))
                .isEqualTo(3);
    }

    @Test
    void wrappersOfConcurrencyAreTakenOffBeforeClassification() {
        UnaryOperator<RetryConfig.Builder> settings = builder -> builder.retryOn(IOException.class);
        Exception wrapped = new ExecutionException(new ExecutionException(new IOException()));
        Script body = new Script(wrapped);

        assertThat(failure(body, settings)).isSameAs(wrapped);
        assertThat(body.calls()).isEqualTo(3);
        assertThat(attempts(new ExecutionException(new IllegalStateException()), settings))
                .isEqualTo(1);
    }
}
