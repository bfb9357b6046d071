package dev.firefly.resilience.engine.config;

import static dev.firefly.resilience.core.Pattern.RETRY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.retry.RetryConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstanceNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "a\nb", "tab\there", "\u0000"})
    void aNameThatIsNotAllowedIsRefusedWhereverItComesFrom(String name) {
        String accepted =
                "must have a name of 1 to 1000 characters, not all blank and none of them a control character";
        assertThat(Given.lines("retry." + name + ".max-attempts=1").problems())
                .singleElement()
                .asString()
                .contains(accepted)
                .endsWith("(set in app.properties)");
        assertThat(Given.lines().retry(name, RetryConfig.defaults()).problems())
                .singleElement()
                .asString()
                .contains(accepted)
                .endsWith("(set in code)");
        assertThat(Given.lines().declared(RETRY, name, "A").problems())
                .singleElement()
                .asString()
                .contains(accepted)
                .endsWith("(set in A)");
        ConfigurationModel model = Given.lines("retry.a.jitter=1s").load();
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> model.retry(name))
                .withMessageContaining(accepted);
    }

    @Test
    void aNameThatBelongsToAPipelineIsRefusedWhereverItComesFrom() {
        String accepted = "must have a name that does not begin with \"pipeline:\", since such patterns belong to"
                + " pipelines, was [pipeline:x]";
        assertThat(Given.lines("retry.pipeline:x.max-attempts=1").problems())
                .containsExactly("firefly.resilience.retry.pipeline:x " + accepted + " (set in app.properties)");
        assertThat(Given.lines("retry.\"pipeline:x\".max-attempts=1").problems())
                .singleElement()
                .asString()
                .contains(accepted);
        assertThat(Given.lines().retry("pipeline:x", RetryConfig.defaults()).problems())
                .singleElement()
                .asString()
                .contains(accepted)
                .endsWith("(set in code)");
        assertThat(Given.lines().declared(RETRY, "pipeline:x", "A").problems())
                .singleElement()
                .asString()
                .contains(accepted)
                .endsWith("(set in A)");
        ConfigurationModel model = Given.lines("retry.pipelines.jitter=1s").load();
        assertThat(model.retry("pipelines").jitter()).hasSeconds(1);
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> model.retry("pipeline:"))
                .withMessageContaining("does not begin with");
    }

    @Test
    void aQuoteOnOneSideIsPartOfTheName() {
        ConfigurationModel model = Given.lines("retry.\"a.max-attempts=4", "retry.a\".max-attempts=5")
                .load();
        assertThat(model.retry("\"a").maxAttempts()).isEqualTo(4);
        assertThat(model.retry("a\"").maxAttempts()).isEqualTo(5);
    }

    @Test
    void quotesAroundNothingAreNoName() {
        assertThat(Given.lines("retry.\"\".max-attempts=1").problems())
                .singleElement()
                .asString()
                .contains("must have a name of 1 to 1000 characters");
        assertThat(Given.lines("retry.\".max-attempts=4").load().retry("\"").maxAttempts())
                .isEqualTo(4);
    }

    @Test
    void aNameHasAtMost1000Characters() {
        ConfigurationModel model = Given.lines().load();
        assertThat(model.retry("n".repeat(1000))).isEqualTo(RetryConfig.defaults());
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> model.retry("n".repeat(1001)));
    }

    @Test
    void aNameMayHoldDotsAndBeQuoted() {
        ConfigurationModel model = Given.lines(
                        "retry.my.name.max-attempts=5", "retry.\"my.name\".jitter=1s", "retry.\"plain\".max-attempts=6")
                .load();
        assertThat(model.retry("my.name").maxAttempts()).isEqualTo(5);
        assertThat(model.retry("my.name").jitter()).hasSeconds(1);
        assertThat(model.retry("plain").maxAttempts()).isEqualTo(6);
        assertUnknown(model, "x", "No resilience [retry] instance named [x]. Available: my.name, plain");
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
