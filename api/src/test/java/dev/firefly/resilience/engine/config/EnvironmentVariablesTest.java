package dev.firefly.resilience.engine.config;

import static dev.firefly.resilience.core.Pattern.CIRCUIT_BREAKER;
import static dev.firefly.resilience.core.Pattern.RETRY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.retry.RetryConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EnvironmentVariablesTest {
    @Test
    void aVariableAnswersForANameThatIsKnownFromKeys() {
        ConfigurationModel model = Given.lines("retry.my-orders.jitter=1s", "retry.my-orders.max-wait=2s")
                .environment("RETRY_MY_ORDERS_MAX_ATTEMPTS=5", "RETRY_MY_ORDERS_MAX_WAIT=3s")
                .load();
        assertThat(model.retry("my-orders").maxAttempts()).isEqualTo(5);
        assertThat(model.retry("my-orders").maxWait()).contains(Duration.ofSeconds(3));
    }

    @Test
    void aVariableAnswersForANameThatIsKnownFromCode() {
        ConfigurationModel model = Given.lines()
                .environment("RETRY_A_MAX_ATTEMPTS=5", "RETRY_B_MAX_ATTEMPTS=6", "CIRCUIT_BREAKER_C_WINDOW_SIZE=7")
                .retry("a", RetryConfig.defaults())
                .declared(RETRY, "b", "B")
                .derived(CIRCUIT_BREAKER, "c", "C")
                .load();
        assertThat(model.retry("a").maxAttempts()).isEqualTo(5);
        assertThat(model.retry("b").maxAttempts()).isEqualTo(6);
        assertThat(model.circuitBreaker("c").windowSize()).isEqualTo(7);
    }

    @Test
    void aVariableAnswersForTheDefaultInstanceAndForGlobalKeys() {
        ConfigurationModel model = Given.lines()
                .environment("RETRY_DEFAULT_MAX_ATTEMPTS=5", "STORE_MAX_STALENESS=2s")
                .load();
        assertThat(model.retry("any").maxAttempts()).isEqualTo(5);
        assertThat(model.globals().maxStaleness()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aVariableAnswersForANameThatIsOnlyAskedForLater() {
        ConfigurationModel model = Given.lines("retry.default.jitter=1s")
                .environment("RETRY_LATE_MAX_ATTEMPTS=5")
                .load();
        assertThat(model.retry("late").maxAttempts()).isEqualTo(5);
        assertThat(model.retry("late").jitter()).isEqualTo(Duration.ofSeconds(1));
        assertThat(model.retry("other").maxAttempts()).isEqualTo(3);
    }

    @Test
    void aVariableThatIsWrongForANameAskedForLaterIsReportedThen() {
        ConfigurationModel model = Given.lines()
                .environment("RETRY_LATE_MAX_ATTEMPTS=0", "RETRY_LATE_JITTER=soon")
                .load();
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> model.retry("late"))
                .withMessageContaining("firefly.resilience.retry.late.jitter must be a duration")
                .withMessageContaining("firefly.resilience.retry.late.max-attempts must be >= 1, was 0");
    }

    @Test
    void aVariableCreatesNoName() {
        ConfigurationModel model =
                Given.lines().environment("RETRY_A_MAX_ATTEMPTS=5").load();
        assertThat(model.retry("any")).isEqualTo(RetryConfig.defaults());
    }

    @Test
    void aVariableAnswersForABaseThatIsKnownFromTheReferenceToIt() {
        ConfigurationModel model = Given.lines("retry.a.base=b")
                .environment("RETRY_B_MAX_ATTEMPTS=5")
                .load();
        assertThat(model.retry("a").maxAttempts()).isEqualTo(5);
    }

    @Test
    void aVariableForAQuotedNameHasUnderscoresForTheQuotes() {
        ConfigurationModel model = Given.lines("retry.\"my.name\".max-attempts=5")
                .environment("RETRY__MY_NAME__MAX_ATTEMPTS=6", "RETRY_MY_NAME_MAX_WAIT=1s")
                .load();
        assertThat(model.retry("my.name").maxAttempts()).isEqualTo(6);
        assertThat(model.retry("my.name").maxWait()).contains(Duration.ofSeconds(1));
    }

    @Test
    void twoNamesWithOneManglingAreAProblemWhenSuchAVariableIsSet() {
        assertThat(Given.lines("retry.my-orders.jitter=1s")
                        .retry("my.orders", RetryConfig.defaults())
                        .environment("RETRY_MY_ORDERS_MAX_ATTEMPTS=5")
                        .problems())
                .containsExactly("FIREFLY_RESILIENCE_RETRY_MY_ORDERS_MAX_ATTEMPTS is ambiguous: it stands for the retry"
                        + " instances my-orders and my.orders; rename one of them, or unset the variable"
                        + " (set in the environment)");
    }

    @Test
    void namesThatOnlyDifferInCaseHaveOneMangling() {
        assertThat(Given.lines("retry.orders.jitter=1s", "retry.Orders.jitter=1s")
                        .environment("RETRY_ORDERS_JITTER=2s")
                        .problems())
                .singleElement()
                .asString()
                .contains("Orders and orders");
    }

    @Test
    void aNameAndAKeyThatRunIntoEachOtherAreAProblemToo() {
        assertThat(Given.lines("retry.a.max-attempts=1", "retry.a-full.max-attempts=1")
                        .environment("RETRY_A_FULL_JITTER=true")
                        .problems())
                .anySatisfy(problem -> assertThat(problem)
                        .startsWith("FIREFLY_RESILIENCE_RETRY_A_FULL_JITTER is ambiguous: it stands for the retry"
                                + " instances a and a-full;"));
    }

    @Test
    void twoNamesWithOneManglingAreFineWhenNoSuchVariableIsSet() {
        assertThat(Given.lines("retry.my-orders.jitter=1s", "retry.my_orders.jitter=2s", "retry.other.jitter=1s")
                        .environment("RETRY_OTHER_MAX_ATTEMPTS=5", "CIRCUIT_BREAKER_MY_ORDERS_WINDOW_SIZE=5")
                        .problems())
                .isEmpty();
    }

    @Test
    void aNameAskedForLaterThatIsMangledLikeAKnownOneIsRefused() {
        ConfigurationModel model = Given.lines("retry.my-orders.jitter=1s")
                .environment("RETRY_MY_ORDERS_MAX_ATTEMPTS=5")
                .load();
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> model.retry("my_orders"))
                .withMessageContaining("my-orders and my_orders");
    }
}
