package dev.firefly.resilience.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class FailuresTest {
    private final IOException first = new IOException("first");
    private final IllegalStateException second = new IllegalStateException("second");

    @Test
    void whatIsReplacedIsSuppressedInWhatIsThrown() {
        assertThat(Failures.suppress(second, first)).isSameAs(second).hasSuppressedException(first);
    }

    @Test
    void nothingIsSuppressedInItself() {
        assertThat(Failures.suppress(first, first)).hasNoSuppressedExceptions();
    }

    @Test
    void aFailureThatIsTheCauseOfWhatItReplacesDoesNotPointBackToItself() {
        assertThat(Failures.suppress(first, new CompletionException(first))).hasNoSuppressedExceptions();
        assertThat(Failures.suppress(first, new IllegalStateException(new CompletionException(first))))
                .hasNoSuppressedExceptions();
    }

    @Test
    void aCircularChainOfCausesEnds() {
        IOException a = new IOException("a");
        IOException b = new IOException("b", a);
        a.initCause(b);

        assertThat(Failures.suppress(second, a)).hasSuppressedException(a);
    }

    @Test
    void anyFailureIsRethrownAsItIs() {
        AssertionError error = new AssertionError();

        assertThatThrownBy(() -> rethrow(first)).isSameAs(first);
        assertThatThrownBy(() -> rethrow(error)).isSameAs(error);
    }

    private static <E extends Exception> void rethrow(Throwable failure) throws E {
        throw Failures.<E>rethrow(failure);
    }
}
