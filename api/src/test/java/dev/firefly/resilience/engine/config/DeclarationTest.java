package dev.firefly.resilience.engine.config;

import static dev.firefly.resilience.core.Pattern.CIRCUIT_BREAKER;
import static dev.firefly.resilience.core.Pattern.FALLBACK;
import static dev.firefly.resilience.core.Pattern.RETRY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.retry.RetryConfig;
import org.junit.jupiter.api.Test;

class DeclarationTest {
    @Test
    void aDeclaredValueIsReportedWithItsPlace() {
        assertThat(Given.lines()
                        .declared(CIRCUIT_BREAKER, "a", "Orders#find", "window-size=0", "open-jitter=x")
                        .problems())
                .hasSize(2)
                .allMatch(problem -> problem.startsWith("firefly.resilience.circuit-breaker.a."))
                .anyMatch(problem ->
                        problem.contains("window-size must be from 1 to 1000000, was 0 (set in Orders#find)"))
                .anyMatch(problem -> problem.contains("open-jitter must be a duration")
                        && problem.endsWith("was x (set in Orders#find)"));
    }

    @Test
    void twoDeclarationsWithDifferentValuesForAKeyAreAProblem() {
        assertThat(Given.lines()
                        .declared(RETRY, "a", "Orders#find", "max-attempts=5", "jitter=60s", "abort-on=")
                        .declared(RETRY, "a", "Orders#list", "max-attempts=3", "jitter=1m", "wait-duration=1s")
                        .problems())
                .containsExactly("firefly.resilience.retry.a.max-attempts has two different values: 5 in Orders#find,"
                        + " and 3 in Orders#list");
    }

    @Test
    void twoDeclarationsWithDifferentBasesAreAProblem() {
        assertThat(Given.lines("retry.b.jitter=1s", "retry.c.jitter=1s")
                        .declared(RETRY, "a", "Orders#find", "base=b")
                        .declared(RETRY, "a", "Orders#list", "base=c")
                        .declared(RETRY, "a", "Orders#drop", "base=b", "jitter= ")
                        .problems())
                .containsExactly("firefly.resilience.retry.a.base has two different values: b in Orders#find,"
                        + " and c in Orders#list");
    }

    @Test
    void declarationsThatAgreeAddUp() {
        ConfigurationModel model = Given.lines()
                .declared(RETRY, "a", "Orders#find", "max-attempts=5", "retry-on=java.io.IOException")
                .declared(
                        RETRY, "a", "Orders#list", "max-attempts=5", "wait-duration=1s", "retry-on=java.io.IOException")
                .load();
        assertThat(model.retry("a").maxAttempts()).isEqualTo(5);
        assertThat(model.retry("a").waitDuration()).hasSeconds(1);
    }

    @Test
    void aConfigGivenWholeAndADeclarationWithValuesDoNotGoTogether() {
        assertThat(Given.lines()
                        .retry("a", RetryConfig.defaults())
                        .declared(RETRY, "a", "Orders#find", "max-attempts=5")
                        .declared(RETRY, "a", "Orders#list")
                        .problems())
                .containsExactly("firefly.resilience.retry.a is given whole in code, and must not be declared with"
                        + " values as well (set in Orders#find)");
    }

    @Test
    void aDeclarationOfAPatternThatCannotBeConfiguredIsAProblem() {
        assertThat(Given.lines().declared(FALLBACK, "a", "Orders#find").problems())
                .containsExactly("fallback.a is of a pattern that cannot be configured: remove it, or use one of retry,"
                        + " circuit-breaker, rate-limiter, bulkhead, time-limiter (set in Orders#find)");
    }
}
