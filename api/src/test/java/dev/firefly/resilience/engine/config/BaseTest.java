package dev.firefly.resilience.engine.config;

import static dev.firefly.resilience.core.Pattern.RETRY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.retry.RetryConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BaseTest {
    @Test
    void aBaseOverridesCodeAndIsOverriddenByTheInstancesOwnKeys() {
        ConfigurationModel model = Given.lines(
                        "retry.base.max-attempts=7",
                        "retry.base.wait-duration=7s",
                        "retry.a.base=base",
                        "retry.a.wait-duration=9s")
                .declared(RETRY, "a", "A", "max-attempts=8", "wait-duration=8s", "jitter=8ms")
                .load();
        assertThat(model.retry("a").maxAttempts()).isEqualTo(7);
        assertThat(model.retry("a").waitDuration()).isEqualTo(Duration.ofSeconds(9));
        assertThat(model.retry("a").jitter()).isEqualTo(Duration.ofMillis(8));
    }

    @Test
    void aBaseNamedInCodeIsOverriddenByTheValuesBesideIt() {
        ConfigurationModel model = Given.lines("retry.base.max-attempts=7", "retry.base.wait-duration=7s")
                .declared(RETRY, "a", "A", "max-attempts=8", "base=base")
                .load();
        assertThat(model.retry("a").maxAttempts()).isEqualTo(8);
        assertThat(model.retry("a").waitDuration()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void aBaseNamedByAKeyReplacesTheOneNamedInCode() {
        ConfigurationModel model = Given.lines(
                        "retry.b.max-attempts=7", "retry.b.jitter=7ms", "retry.c.max-attempts=9", "retry.a.base=c")
                .declared(RETRY, "a", "A", "base=b")
                .load();
        assertThat(model.retry("a").maxAttempts()).isEqualTo(9);
        assertThat(model.retry("a").jitter()).isZero();
    }

    @Test
    void aBaseMayBeGivenWholeInCode() {
        RetryConfig base = RetryConfig.builder().maxAttempts(7).build();
        ConfigurationModel model = Given.lines("retry.a.base=b", "retry.a.jitter=1ms", "retry.default.max-wait=1s")
                .retry("b", base)
                .declared(RETRY, "a", "A", "wait-duration=8s")
                .load();
        assertThat(model.retry("a"))
                .isEqualTo(base.toBuilder().jitter(Duration.ofMillis(1)).build());
    }

    @Test
    void theNearestBaseWins() {
        ConfigurationModel model = Given.lines(
                        "retry.far.max-attempts=6",
                        "retry.far.wait-duration=6s",
                        "retry.far.jitter=6ms",
                        "retry.near.base=far",
                        "retry.near.max-attempts=7",
                        "retry.near.wait-duration=7s",
                        "retry.a.base=near",
                        "retry.a.max-attempts=8",
                        "retry.default.max-wait=5s",
                        "retry.default.jitter=5ms")
                .load();
        assertThat(model.retry("a").maxAttempts()).isEqualTo(8);
        assertThat(model.retry("a").waitDuration()).isEqualTo(Duration.ofSeconds(7));
        assertThat(model.retry("a").jitter()).isEqualTo(Duration.ofMillis(6));
        assertThat(model.retry("a").maxWait()).contains(Duration.ofSeconds(5));
    }

    @Test
    void namingTheDefaultInstanceAsBaseLetsItOverrideCode() {
        ConfigurationModel model = Given.lines("retry.default.max-attempts=7", "retry.a.base=default")
                .declared(RETRY, "a", "A", "max-attempts=8", "jitter=8ms")
                .load();
        assertThat(model.retry("a").maxAttempts()).isEqualTo(7);
        assertThat(model.retry("a").jitter()).isEqualTo(Duration.ofMillis(8));
    }

    @Test
    void aBaseMayBeQuoted() {
        ConfigurationModel model = Given.lines("retry.\"my.base\".max-attempts=7", "retry.a.base=\"my.base\"")
                .load();
        assertThat(model.retry("a").maxAttempts()).isEqualTo(7);
    }

    @Test
    void chainsOfBasesMayBeVeryLong() {
        List<String> lines = new ArrayList<>(List.of("retry.n0.max-attempts=7"));
        for (int i = 1; i <= 500; i++) {
            lines.add("retry.n" + i + ".base=n" + (i - 1));
        }
        ConfigurationModel model = Given.lines(lines.toArray(String[]::new)).load();
        assertThat(model.retry("n500").maxAttempts()).isEqualTo(7);
    }

    @Test
    void theDefaultInstanceCanBeABaseWithoutBeingConfigured() {
        ConfigurationModel model =
                Given.lines("retry.a.base=default", "retry.a.jitter=1s").load();
        assertThat(model.retry("a").jitter()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aBlankBaseIsNone() {
        ConfigurationModel model =
                Given.lines("retry.a.base= ", "retry.a.jitter=1s").load();
        assertThat(model.retry("a").jitter()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void anUnknownBaseIsAProblem() {
        assertThat(Given.lines("retry.a.base=missing", "retry.b.max-attempts=2", "retry.default.jitter=1")
                        .problems())
                .containsExactly("firefly.resilience.retry.a.base must name another instance (b, default),"
                        + " was missing (set in app.properties)");
    }

    @Test
    void aThousandUnknownBasesAreEachToldBriefly() {
        List<String> lines = new ArrayList<>();
        for (int i = 1000; i < 2000; i++) {
            lines.add("retry.n" + i + ".base=missing" + i);
        }

        assertThat(Given.lines(lines.toArray(String[]::new)).problems())
                .hasSize(1000)
                .allMatch(problem -> problem.length() < 300)
                .contains("firefly.resilience.retry.n1999.base must name another instance (n1000, n1001, n1002, n1003,"
                        + " n1004, n1005, n1006, n1007, n1008, n1009, n1010, n1011, n1012, n1013, n1014, n1015, n1016,"
                        + " n1017, n1018, n1019 and 979 more), was missing1999 (set in app.properties)");
    }

    @Test
    void aMisspeltBaseIsReportedWithTheNearestOne() {
        assertThat(Given.lines("retry.a.base=comon", "retry.common.max-attempts=2")
                        .problems())
                .containsExactly("firefly.resilience.retry.a.base must name another instance (common), was comon;"
                        + " did you mean common? (set in app.properties)");
    }

    @Test
    void aBaseOfAnotherPatternIsUnknown() {
        assertThat(Given.lines("retry.a.base=b", "circuit-breaker.b.window-size=20")
                        .problems())
                .singleElement()
                .asString()
                .contains("retry.a.base must name another instance, and there is none, was b");
    }

    @Test
    void aCycleIsPrintedOnceHoweverManyLeadIntoIt() {
        assertThat(Given.lines("retry.b.base=a", "retry.a.base=b", "retry.c.base=b", "retry.d.base=c")
                        .problems())
                .containsExactly("firefly.resilience.retry.a.base closes a cycle: a -> b -> a (set in app.properties)");
    }

    @Test
    void anInstanceThatIsItsOwnBaseIsACycle() {
        assertThat(Given.lines("circuit-breaker.a.base=a").problems())
                .containsExactly(
                        "firefly.resilience.circuit-breaker.a.base closes a cycle: a -> a (set in app.properties)");
    }

    @Test
    void aLongCycleIsPrintedInFull() {
        assertThat(Given.lines("retry.c.base=a", "retry.a.base=b", "retry.b.base=c")
                        .problems())
                .singleElement()
                .asString()
                .contains("a -> b -> c -> a");
    }

    @Test
    void theDefaultInstanceHasNoBase() {
        assertThat(Given.lines("retry.default.base=a", "retry.a.max-attempts=2", "retry.a.base=default")
                        .problems())
                .containsExactly("firefly.resilience.retry.default.base must not be set, since all others inherit from"
                        + " it, was a (set in app.properties)");
    }

    @Test
    void theDefaultInstanceHasNoBaseInCodeEither() {
        assertThat(Given.lines("retry.a.max-attempts=2")
                        .declared(RETRY, "default", "Orders#find", "base=a")
                        .problems())
                .containsExactly("firefly.resilience.retry.default.base must not be set, since all others inherit from"
                        + " it, was a (set in Orders#find)");
    }
}
