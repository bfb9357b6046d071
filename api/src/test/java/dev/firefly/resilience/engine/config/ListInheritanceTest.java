package dev.firefly.resilience.engine.config;

import static dev.firefly.resilience.core.Pattern.CIRCUIT_BREAKER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.retry.RetryConfig;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ListInheritanceTest {
    /** D04. */
    @Test
    void aListReplacesTheInheritedOne() {
        ConfigurationModel model = Given.lines(
                        "circuit-breaker.default.ignore-on=java.io.IOException",
                        "circuit-breaker.a.ignore-on=java.lang.IllegalStateException")
                .load();
        assertThat(model.circuitBreaker("a").ignoreOn()).containsExactly(IllegalStateException.class);
    }

    /** D04. */
    @Test
    void aListThatBeginsWithAPlusIsAppended() {
        ConfigurationModel model = Given.lines(
                        "circuit-breaker.default.ignore-on=java.io.IOException",
                        "circuit-breaker.b.ignore-on=+java.lang.IllegalStateException",
                        "circuit-breaker.a.base=b",
                        "circuit-breaker.a.ignore-on=+ java.lang.ArithmeticException")
                .load();
        assertThat(model.circuitBreaker("a").ignoreOn())
                .containsExactlyInAnyOrder(IOException.class, IllegalStateException.class, ArithmeticException.class);
        assertThat(model.circuitBreaker("b").ignoreOn())
                .containsExactlyInAnyOrder(IOException.class, IllegalStateException.class);
    }

    @Test
    void appendingCountsFromTheLibrarysDefault() {
        ConfigurationModel model =
                Given.lines("retry.a.retry-on=+java.lang.StackOverflowError").load();
        assertThat(model.retry("a").retryOn()).containsExactlyInAnyOrder(Exception.class, StackOverflowError.class);
    }

    @Test
    void appendingCountsFromWhatCodeGives() {
        ConfigurationModel model = Given.lines(
                        "retry.a.abort-on=+java.io.EOFException", "circuit-breaker.b.record-on=+java.io.EOFException")
                .retry(
                        "a",
                        RetryConfig.builder()
                                .abortOn(FileNotFoundException.class)
                                .build())
                .declared(CIRCUIT_BREAKER, "b", "B", "record-on=java.io.FileNotFoundException")
                .load();
        assertThat(model.retry("a").abortOn())
                .containsExactlyInAnyOrder(FileNotFoundException.class, EOFException.class);
        assertThat(model.circuitBreaker("b").recordOn())
                .containsExactlyInAnyOrder(FileNotFoundException.class, EOFException.class);
    }

    @Test
    void anEmptyListIsAListWhileABlankValueIsNone() {
        ConfigurationModel model = Given.lines(
                        "retry.default.abort-on=java.io.IOException",
                        "retry.default.max-attempts=7",
                        "retry.a.abort-on=",
                        "retry.a.max-attempts=  ")
                .load();
        assertThat(model.retry("a").abortOn()).isEmpty();
        assertThat(model.retry("a").maxAttempts()).isEqualTo(7);
    }
}
