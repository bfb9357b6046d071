package dev.firefly.resilience.engine.config;

import static dev.firefly.resilience.core.Pattern.RETRY;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnknownKeyTest {
    @Test
    void anUnknownKeyIsReportedWithTheNearestKnownOne() {
        assertThat(Given.lines("retry.aggressive.max-atempts=5").problems())
                .containsExactly("firefly.resilience.retry.aggressive.max-atempts does not exist, did you mean"
                        + " firefly.resilience.retry.aggressive.max-attempts? The keys of retry are abort-on, backoff,"
                        + " backoff-multiplier, base, enabled, full-jitter, jitter, max-attempts, max-duration,"
                        + " max-wait, retry-on, wait-duration, wrap-exhausted (set in app.properties)");
    }

    @Test
    void anUnknownKeyThatIsNearToNoneIsReportedWithoutAGuess() {
        assertThat(Given.lines("circuit-breaker.a.gossip=2").problems())
                .singleElement()
                .asString()
                .startsWith("firefly.resilience.circuit-breaker.a.gossip does not exist; the keys of circuit-breaker"
                        + " are base, enabled, failure-rate-threshold,");
    }

    /** D06: a block at the wrong level, or under a misspelt pattern. */
    @ParameterizedTest
    @CsvSource({
        "retry.max-attempts, retry.default.max-attempts",
        "retry.max-atempts, retry.default.max-attempts",
        "circuit-breaker.enabled, circuit-breaker.default.enabled",
        "aggressive.max-attempts, retry.aggressive.max-attempts",
        "my.own.window-size, circuit-breaker.my.own.window-size",
        "max-attempts, retry.default.max-attempts",
        "retrys.aggressive.max-attempts, retry.aggressive.max-attempts",
        "retrys.max-attempts, retry.default.max-attempts",
        "circuitBreaker.a.window-size, circuit-breaker.a.window-size",
        "retry.a.maxAttempts, retry.a.max-attempts",
        "retry.a.MAX-ATTEMPTS, retry.a.max-attempts",
        "store.idle-tll, store.idle-ttl",
        "lock-block-timeout, store.lock-block-timeout",
        "hazelcast.member, hazelcast.members",
    })
    void aKeyAtTheWrongPlaceIsReportedWithTheRightOne(String key, String remedy) {
        assertThat(Given.lines(key + "=1").providerKeys("hazelcast.members").problems())
                .filteredOn(problem -> problem.startsWith("firefly.resilience." + key + ' '))
                .singleElement()
                .asString()
                .contains("does not exist, did you mean firefly.resilience." + remedy + "? The keys ")
                .endsWith("(set in app.properties)");
    }

    @Test
    void aKeyOfTheHazelcastStoreWithoutItsJarIsReportedWithWhatIsMissing() {
        assertThat(Given.lines("hazelcast.members=10.0.0.1").problems())
                .containsExactly(
                        "firefly.resilience.hazelcast.members is a key of the Hazelcast store, which is not there:"
                                + " add firefly-resilience-hazelcast to the application, or remove the key (set in app.properties)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gossip.cluster", "fallback.a.enabled", "retry", "retri", "x", "", "."})
    void whatIsNotPartOfThisVersionIsUnknown(String key) {
        assertThat(Given.lines(key + "=1").problems())
                .singleElement()
                .asString()
                .startsWith("firefly.resilience." + key + " does not exist; the keys are bulkhead.<name>.<key>,"
                        + " circuit-breaker.<name>.<key>, config.missing-classes,");
    }

    @Test
    void keysOfStoreProvidersAreKnown() {
        assertThat(Given.lines("hazelcast.members=a,b")
                        .providerKeys("hazelcast.members")
                        .problems())
                .isEmpty();
        assertThat(Given.lines("hazelcast.members=a,b").problems()).hasSize(1);
    }

    @Test
    void keysOfOthersAreNoneOfOurBusiness() {
        Given given = Given.lines();
        given.foreign("firefly.resilient.retry.a.max-atempts", "quarkus.retry");
        assertThat(given.problems()).isEmpty();
    }

    @Test
    void unknownKeysAreOnlyLoggedWhereThatIsAskedFor() {
        Given given = Given.lines(
                "config.unknown-keys=warn", "retry.a.max-atempts=5", "retry.max-attempts=4", "store.on-failing=open");
        assertThat(given.load().retry("a").maxAttempts()).isEqualTo(3);
        assertThat(given.warnings).hasSize(3).allMatch(warning -> warning.startsWith("Left out: firefly.resilience."));
    }

    @Test
    void anInstanceWithNothingButAnUnknownKeyIsStillThere() {
        ConfigurationModel model = Given.lines(
                        "config.unknown-keys=warn", "circuit-breaker.a.gossip=2", "circuit-breaker.b.window-size=20")
                .load();
        assertThat(model.circuitBreaker("a").windowSize()).isEqualTo(10);
    }

    @Test
    void anUnknownKeyInADeclarationIsReportedWithItsPlace() {
        assertThat(Given.lines()
                        .declared(RETRY, "a", "Orders#find", "attempts=5")
                        .problems())
                .singleElement()
                .asString()
                .startsWith("firefly.resilience.retry.a.attempts does not exist, did you mean"
                        + " firefly.resilience.retry.a.max-attempts? The keys ")
                .endsWith("(set in Orders#find)");
    }

    @Test
    void aVeryLongKeyIsHandledQuickly() {
        String name = "n".repeat(190);
        assertThat(Given.lines("retry." + name + '.' + "k".repeat(1_000_000) + "=1")
                        .problems())
                .hasSize(1);
    }
}
