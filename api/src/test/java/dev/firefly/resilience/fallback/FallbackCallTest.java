package dev.firefly.resilience.fallback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.CheckedRunnable;
import dev.firefly.resilience.engine.Allocations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What only a call on the caller's own thread can meet. */
class FallbackCallTest {
    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void theBodysCheckedExceptionKeepsItsType() {
        IOException failure = new IOException();

        // Compiles only as long as call declares no more than the body does.
        try {
            Fallback.value("instead").skipOn(IOException.class).call(() -> {
                throw failure;
            });
        } catch (IOException e) {
            assertThat(e).isSameAs(failure);
        }
        assertThat(Fallback.value(1).call(() -> 42)).isEqualTo(42);
    }

    @Test
    void aBodyWithoutAResultIsReplacedToo() throws Exception {
        List<String> ran = new ArrayList<>();
        Fallback<Boolean> fallback = Fallback.supply(() -> ran.add("instead"));

        fallback.call(() -> {
            ran.add("body");
            fail();
        });

        assertThat(ran).containsExactly("body", "instead");
    }

    private static void fail() throws IOException {
        throw new IOException();
    }

    @Test
    void anInterruptionThatIsReplacedIsNotForgotten() throws Exception {
        CheckedCallable<String, InterruptedException> interrupted = () -> {
            throw new InterruptedException();
        };

        assertThat(Fallback.value("instead").call(interrupted)).isEqualTo("instead");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void anAsynchronousFallbackRefusesASynchronousCallBeforeItBegins() {
        List<String> ran = new ArrayList<>();
        Fallback<Boolean> fallback = Fallback.handleAsync((failure, context) -> CompletableFuture.completedStage(true));

        CheckedRunnable<RuntimeException> withoutResult = () -> ran.add("body");

        assertThatThrownBy(() -> fallback.call(() -> ran.add("body"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> fallback.call(withoutResult)).isInstanceOf(IllegalStateException.class);
        assertThat(ran).isEmpty();
    }

    @Test
    void aSuccessAllocatesNothing() throws Exception {
        Fallback<String> fallback = Fallback.handle((failure, context) -> "instead");
        CheckedCallable<String, RuntimeException> body = () -> "fine";

        assertThat(Allocations.bytesPerRun(() -> fallback.call(body))).isZero();
    }
}
