package dev.firefly.resilience.engine.config;

import static dev.firefly.resilience.core.Pattern.RETRY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.retry.RetryConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

class DerivedNameTest {
    @Test
    void aDerivedNameWorksThoughOthersAreConfiguredAndDoesNotCountItself() {
        ConfigurationModel model = Given.lines("retry.default.jitter=1s")
                .derived(RETRY, "Orders#find()", "Orders#find", "max-attempts=5")
                .load();
        assertThat(model.retry("Orders#find()").maxAttempts()).isEqualTo(5);
        assertThat(model.retry("any").maxAttempts()).isEqualTo(3);

        ConfigurationModel withOthers = Given.lines("retry.a.max-attempts=2", "retry.default.max-attempts=4")
                .derived(RETRY, "Orders#find()", "Orders#find")
                .derived(RETRY, "Orders#list()", "Orders#list", "jitter=1s")
                .load();
        assertThat(withOthers.retry("Orders#find()").maxAttempts()).isEqualTo(4);
        assertUnknown(withOthers, "any", "No resilience [retry] instance named [any]. Available: a, default");
    }

    @Test
    void aDerivedNameCanBeConfiguredByKeysAndStillDoesNotCount() {
        ConfigurationModel model = Given.lines("retry.com.acme.Orders#find(java.lang.String).max-attempts=4")
                .derived(RETRY, "com.acme.Orders#find(java.lang.String)", "Orders#find", "max-attempts=5")
                .load();
        assertThat(model.retry("com.acme.Orders#find(java.lang.String)").maxAttempts())
                .isEqualTo(4);
        assertThat(model.retry("any").maxAttempts()).isEqualTo(3);
    }

    @Test
    void aDerivedNameThatIsNamedElsewhereCounts() {
        ConfigurationModel model = Given.lines("retry.a.max-attempts=4")
                .derived(RETRY, "a", "A")
                .declared(RETRY, "a", "B")
                .load();
        assertUnknown(model, "any", "No resilience [retry] instance named [any]. Available: a");
    }

    @Test
    void aDerivedNameThatIsGivenWholeInCodeCounts() {
        ConfigurationModel model = Given.lines()
                .derived(RETRY, "a", "A")
                .retry("a", RetryConfig.defaults())
                .load();
        assertUnknown(model, "any", "No resilience [retry] instance named [any]. Available: a");
    }

    @Test
    void aNameOfThatFormIsTakenForADerivedOneWhereNoUseIsKnown() {
        ConfigurationModel model = Given.lines(
                        "retry.a.max-attempts=2",
                        "retry.default.max-attempts=4",
                        "retry.Orders#list(int).max-attempts=5")
                .load();
        assertThat(model.retry("com.acme.Orders#find(java.lang.String,int[])").maxAttempts())
                .isEqualTo(4);
        assertThat(model.retry("Orders#list(int)").maxAttempts()).isEqualTo(5);
        for (String name :
                List.of("Orders", "Orders#find", "Orders.find()", "#find()", "Orders#()", "Orders#find() ")) {
            assertUnknown(model, name, "No resilience [retry] instance named [" + name + "]. Available: a, default");
        }
    }

    @Test
    void aNameOfThatFormThatCodeGivesIsNoDerivedOne() {
        assertThat(Given.lines("retry.a.max-attempts=2")
                        .declared(RETRY, "Orders#find()", "Orders")
                        .problems())
                .singleElement()
                .asString()
                .contains("No resilience [retry] instance named [Orders#find()]. Available: a");
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
