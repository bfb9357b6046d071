package dev.firefly.resilience.engine.retry;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.ManualTime;
import dev.firefly.resilience.engine.TestEnvironment;
import dev.firefly.resilience.engine.retry.RetryScene.Script;
import dev.firefly.resilience.event.RetryAttempted;
import dev.firefly.resilience.event.RetryExhausted;
import dev.firefly.resilience.retry.RetryConfig;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a retry announces; the same in every form of call. */
@ParameterizedClass
@EnumSource(Form.class)
class RetryEventsTest {
    @Parameter
    private Form form;

    private final RetryScene scene = new RetryScene();
    private final IOException failure = new IOException("as it was");

    private Throwable failure(Script body, UnaryOperator<RetryConfig.Builder> settings) {
        return catchThrowable(() -> form.run(scene, scene.retry(settings), body));
    }

    @Test
    void eachRetryAndTheEndAreAnnounced() {
        failure(new Script(new CompletionException(failure)), settings -> settings.waitDuration(ofSeconds(1)));

        assertThat(scene.events)
                .containsExactly(
                        new RetryAttempted(
                                Pattern.RETRY,
                                RetryScene.NAME,
                                ManualTime.START,
                                TestEnvironment.NODE,
                                1,
                                ofSeconds(1),
                                Optional.of(failure)),
                        new RetryAttempted(
                                Pattern.RETRY,
                                RetryScene.NAME,
                                ManualTime.START.plusSeconds(1),
                                TestEnvironment.NODE,
                                2,
                                ofSeconds(1),
                                Optional.of(failure)),
                        new RetryExhausted(
                                Pattern.RETRY,
                                RetryScene.NAME,
                                ManualTime.START.plusSeconds(2),
                                TestEnvironment.NODE,
                                3,
                                Optional.of(failure)));
    }

    @Test
    void aResultThatIsNotAcceptedIsAnnouncedWithoutAFailure() throws Exception {
        form.run(
                scene,
                scene.retry(settings -> settings.maxAttempts(2).retryOnResult("busy"::equals)),
                new Script("busy"));

        assertThat(scene.events)
                .satisfiesExactly(
                        event -> assertThat(((RetryAttempted) event).failure()).isEmpty(),
                        event -> assertThat(((RetryExhausted) event).failure()).isEmpty());
    }

    @Test
    void aFailureThatIsNotRetriedAnnouncesNothing() {
        failure(new Script(failure), settings -> settings.abortOn(IOException.class));

        assertThat(scene.events).isEmpty();
    }

    @Test
    void anAttemptThatSucceedsAfterAllAnnouncesNoExhaustion() throws Exception {
        form.run(scene, scene.retry(settings -> settings), new Script(failure, "fine"));

        assertThat(scene.events).hasExactlyElementsOfTypes(RetryAttempted.class);
    }
}
