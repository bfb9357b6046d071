package dev.firefly.resilience.engine.config;

import static dev.firefly.resilience.core.Pattern.RETRY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.retry.RetryConfig;
import org.junit.jupiter.api.Test;

class UnknownInstanceTest {
    @Test
    void aNameThatIsNotConfiguredWhileOthersAreIsRefused() {
        ConfigurationModel model = Given.lines("retry.aggressive.max-attempts=5", "retry.default.jitter=1s")
                .load();
        assertUnknown(
                model, "missing", "No resilience [retry] instance named [missing]. Available: aggressive, default");
    }

    @Test
    void theDefaultInstanceIsOnlyListedWhenItIsConfigured() {
        ConfigurationModel model =
                Given.lines("retry.b.max-attempts=5", "retry.a.jitter=1s").load();
        assertUnknown(model, "missing", "No resilience [retry] instance named [missing]. Available: a, b");
    }

    @Test
    void ofManyInstancesTheFirstTwentyAreListed() {
        Given given = Given.lines();
        for (int i = 10; i < 30; i++) {
            given.and("more", "retry.n" + i + ".max-attempts=2");
        }
        String first =
                "No resilience [retry] instance named [missing]. Available: n10, n11, n12, n13, n14, n15, n16, n17,"
                        + " n18, n19, n20, n21, n22, n23, n24, n25, n26, n27, n28, n29";

        assertUnknown(given.load(), "missing", first);
        assertUnknown(given.and("more", "retry.n30.jitter=1s").load(), "missing", first + " and 1 more");
    }

    @Test
    void theDefaultInstanceAloneDoesNotCount() {
        ConfigurationModel model = Given.lines("retry.default.max-attempts=5")
                .retry("default", RetryConfig.defaults())
                .load();
        assertThat(model.retry("any").maxAttempts()).isEqualTo(5);
    }

    @Test
    void theDefaultInstanceCanAlwaysBeAskedFor() {
        assertThat(Given.lines("retry.a.max-attempts=5").load().retry("default"))
                .isEqualTo(RetryConfig.defaults());
    }

    @Test
    void instancesOfAnotherPatternDoNotCount() {
        assertThat(Given.lines("circuit-breaker.a.window-size=20").load().retry("any"))
                .isEqualTo(RetryConfig.defaults());
    }

    @Test
    void anInstanceGivenWholeInCodeCounts() {
        ConfigurationModel model =
                Given.lines().retry("a", RetryConfig.defaults()).load();
        assertThat(model.retry("a")).isEqualTo(RetryConfig.defaults());
        assertUnknown(model, "missing", "No resilience [retry] instance named [missing]. Available: a");
    }

    @Test
    void anInstanceDeclaredWithValuesCounts() {
        ConfigurationModel model =
                Given.lines().declared(RETRY, "a", "A", "max-attempts=5").load();
        assertUnknown(model, "missing", "No resilience [retry] instance named [missing]. Available: a");
    }

    @Test
    void declarationsWithoutValuesDoNotCount() {
        ConfigurationModel model = Given.lines("retry.default.max-attempts=5")
                .declared(RETRY, "a", "A")
                .load();
        assertThat(model.retry("a").maxAttempts()).isEqualTo(5);
        assertThat(model.retry("any").maxAttempts()).isEqualTo(5);
    }

    @Test
    void everyReferenceToAnInstanceThatIsNotThereIsAProblemOfItsOwn() {
        assertThat(Given.lines("retry.aggressive.max-attempts=5", "retry.default.jitter=1s")
                        .declared(RETRY, "agressive", "Orders#find")
                        .declared(RETRY, "agressive", "Orders#list")
                        .declared(RETRY, "aggressive", "Orders#save")
                        .declared(RETRY, "other", "Orders#drop")
                        .problems())
                .containsExactlyInAnyOrder(
                        "retry.agressive is not configured: No resilience [retry] instance named [agressive]."
                                + " Available: aggressive, default. Did you mean [aggressive]? Otherwise configure it by"
                                + " firefly.resilience.retry.agressive.<key> (set in Orders#find)",
                        "retry.agressive is not configured: No resilience [retry] instance named [agressive]."
                                + " Available: aggressive, default. Did you mean [aggressive]? Otherwise configure it by"
                                + " firefly.resilience.retry.agressive.<key> (set in Orders#list)",
                        "retry.other is not configured: No resilience [retry] instance named [other]."
                                + " Available: aggressive, default. Correct the name, or configure it by"
                                + " firefly.resilience.retry.other.<key> (set in Orders#drop)");
    }

    @Test
    void aNameThatIsNearToOneThatThereIsIsAskedAbout() {
        ConfigurationModel model =
                Given.lines("retry.aggressive.max-attempts=5").load();
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> model.retry("agressive"))
                .withMessage("No resilience [retry] instance named [agressive]. Available: aggressive."
                        + " Did you mean [aggressive]? Otherwise configure it by"
                        + " firefly.resilience.retry.agressive.<key>");
    }

    @Test
    void aReferenceToAnInstanceDeclaredElsewhereIsFine() {
        ConfigurationModel model = Given.lines()
                .declared(RETRY, "a", "A")
                .declared(RETRY, "a", "B", "max-attempts=5")
                .load();
        assertThat(model.retry("a").maxAttempts()).isEqualTo(5);
    }

    @Test
    void anInstanceWithNothingButBlankValuesIsNotConfigured() {
        ConfigurationModel model = Given.lines("retry.a.max-attempts=", "circuit-breaker.b.ignore-on=")
                .load();
        assertThat(model.retry("any")).isEqualTo(RetryConfig.defaults());
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> model.circuitBreaker("any"));
        assertThat(model.circuitBreaker("b").ignoreOn()).isEmpty();
    }

    private static void assertUnknown(ConfigurationModel model, String name, String message) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> model.retry(name))
                .withMessage(
                        message + ". Correct the name, or configure it by firefly.resilience.retry." + name + ".<key>")
                .satisfies(e -> assertThat(e.problems()).hasSize(1))
                .satisfies(e -> assertThat(e.instance()).isEqualTo(name));
    }
}
