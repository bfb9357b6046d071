package dev.firefly.resilience.engine.config;

import static dev.firefly.resilience.core.Pattern.RETRY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.retry.RetryConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConfigurationProblemsTest {
    private static final Intake NOWHERE = new Intake(
            Settings.none(),
            ConfigurationProblemsTest.class.getClassLoader(),
            Strictness.FAIL,
            Strictness.FAIL,
            warning -> {},
            new Problems());

    @Test
    void allProblemsAreReportedTogetherEachWithItsKeyValueAndSource() {
        Given given = Given.lines(
                        "retry.a.max-attempts=0",
                        "retry.a.backoff-multiplier=0",
                        "retry.a.max-wait=soon",
                        "retry.max-attempts=5",
                        "store.max-staleness=0",
                        "circuit-breaker.c.base=missing")
                .and("profile.yaml", "circuit-breaker.b.window-size=0", "circuit-breaker.b.record-on=com.acme.Gone")
                .environment("CIRCUIT_BREAKER_B_HALF_OPEN_MAX_CALLS=0")
                .declared(RETRY, "nowhere", "Orders#find");
        assertThat(given.problems())
                .hasSize(10)
                .anyMatch(p -> p.startsWith("firefly.resilience.store.max-staleness must be longer than 0, was 0"))
                .anyMatch(p -> p.startsWith("firefly.resilience.retry.max-attempts does not exist"))
                .contains(
                        "firefly.resilience.retry.a.max-attempts must be >= 1, was 0 (set in app.properties)",
                        "firefly.resilience.circuit-breaker.b.half-open-max-calls must be >= 1, was 0"
                                + " (set in environment)")
                .anyMatch(p -> p.startsWith("firefly.resilience.retry.a.backoff-multiplier"))
                .anyMatch(p -> p.startsWith("firefly.resilience.retry.a.max-wait must be a duration"))
                .anyMatch(p -> p.contains("b.window-size must be from 1") && p.endsWith("(set in profile.yaml)"))
                .anyMatch(p -> p.contains("b.record-on") && p.endsWith("com.acme.Gone (set in profile.yaml)"))
                .anyMatch(p -> p.contains("c.base must name another instance (b)"))
                .anyMatch(p -> p.contains("[nowhere]. Available: a. Correct the name, or"));
    }

    @Test
    void theMessageListsEveryProblem() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Given.lines("retry.a.max-attempts=0", "store.idle-ttl=0")
                        .load())
                .withMessage("""
                        The resilience configuration is not valid:
                          - firefly.resilience.store.idle-ttl must be longer than 0, was 0 (set in app.properties)
                          - firefly.resilience.retry.a.max-attempts must be >= 1, was 0 (set in app.properties)""");
    }

    @Test
    void aValueThatIsWrongWhereverItIsInheritedIsReportedOnceWhereItIsSet() {
        assertThat(Given.lines("retry.z.max-attempts=0", "retry.a.base=z", "retry.b.base=a", "retry.c.jitter=1s")
                        .problems())
                .containsExactly("firefly.resilience.retry.z.max-attempts must be >= 1, was 0 (set in app.properties)");
        assertThat(Given.lines("retry.default.max-attempts=0", "retry.a.jitter=1s")
                        .problems())
                .containsExactly(
                        "firefly.resilience.retry.default.max-attempts must be >= 1, was 0 (set in app.properties)");
    }

    @Test
    void anInheritedValueThatOnlyFailsHereIsReportedForThisInstance() {
        assertThat(Given.lines(
                                "circuit-breaker.default.failure-threshold=50",
                                "circuit-breaker.default.window-size=100",
                                "circuit-breaker.small.window-size=20")
                        .problems())
                .containsExactly(
                        "firefly.resilience.circuit-breaker.small.failure-threshold must be at most window-size"
                                + " (20), or the circuit could never open, was 50 (set in app.properties as"
                                + " firefly.resilience.circuit-breaker.default.failure-threshold)");
    }

    @Test
    void aDefaultThatDoesNotGoWithAKeyIsReportedAsADefault() {
        assertThat(Given.lines("circuit-breaker.a.window-size=3").problems())
                .singleElement()
                .asString()
                .startsWith("firefly.resilience.circuit-breaker.a.failure-threshold must be at most window-size (3)")
                .endsWith("was 5 (set in the defaults)");
    }

    @Test
    void aValueFromCodeThatDoesNotGoWithAKeyIsReportedAsCode() {
        assertThat(Given.lines("circuit-breaker.a.window-size=3")
                        .circuitBreaker(
                                "a",
                                CircuitBreakerConfig.builder()
                                        .failureThreshold(7)
                                        .build())
                        .problems())
                .singleElement()
                .asString()
                .endsWith("was 7 (set in code)");
    }

    @Test
    void nothingIsSaidThatOnlyFollowsFromAValueThatCouldNotBeRead() {
        assertThat(Given.lines(
                                "circuit-breaker.a.slow-call-duration=2 sec",
                                "circuit-breaker.a.slow-call-rate-threshold=0.5",
                                "circuit-breaker.a.half-open-max-calls=0")
                        .problems())
                .hasSize(2)
                .anyMatch(problem -> problem.contains("slow-call-duration must be a duration"))
                .anyMatch(problem -> problem.contains("half-open-max-calls must be >= 1"));
        assertThat(Given.lines(
                                "circuit-breaker.a.slow-call-duration=2 sec",
                                "circuit-breaker.a.slow-call-rate-threshold=0.5")
                        .problems())
                .singleElement()
                .asString()
                .contains("slow-call-duration must be a duration");
    }

    @Test
    void nothingIsSaidThatOnlyFollowsFromAValueOutOfRange() {
        assertThat(Given.lines("circuit-breaker.a.window-size=0").problems())
                .containsExactly("firefly.resilience.circuit-breaker.a.window-size must be from 1 to 1000000, was 0"
                        + " (set in app.properties)");
    }

    @Test
    void valuesThatOnlyBlameEachOtherAreBothReported() {
        assertThat(faults(new Problem("low", "must be below high", ""), new Problem("high", "must be above low", "")))
                .hasSize(2);
    }

    @Test
    void aProblemThatMentionsItsOwnKeyIsReported() {
        assertThat(faults(new Problem("low", "must be low", ""), new Problem("high", "must be above low", "")))
                .singleElement()
                .satisfies(fault -> assertThat(fault.problem().key()).isEqualTo("x.low"));
    }

    private static List<Fault> faults(Problem... problems) {
        Table<String, StringBuilder> table = new Table<>(
                "",
                StringBuilder::new,
                builder -> {
                    throw new ConfigurationException(List.of(problems));
                },
                List.of());
        Layer<String, StringBuilder> nothing = new LayerBuilder<>(table, NOWHERE).build();
        List<Fault> faults = new ArrayList<>();
        new Assembly<>(table, key -> List.of("x." + key), List.of(nothing)).build(faults::add);
        return faults;
    }

    @Test
    void aQuotedAndAPlainSpellingWithDifferentValuesAreAProblem() {
        assertThat(Given.lines("retry.my.name.max-attempts=5", "retry.my.name.jitter=1s")
                        .and("other.yaml", "retry.\"my.name\".max-attempts=3", "retry.\"my.name\".jitter=1000ms")
                        .problems())
                .containsExactly("firefly.resilience.retry.my.name.max-attempts has two different values: 5 in"
                        + " app.properties, and 3 in other.yaml"
                        + " (as firefly.resilience.retry.\"my.name\".max-attempts)");
    }

    @Test
    void whatIsLoadedCannotBeChangedAfterwards() {
        Given given = Given.lines("retry.a.max-attempts=5");
        ConfigurationModel model = given.load();
        given.and(Given.FILE, "retry.a.max-attempts=6");
        assertThat(model.retry("a").maxAttempts()).isEqualTo(5);
    }

    @Test
    void everythingCanBeGivenToThePublicEntry() {
        ConfigurationModel model = ConfigurationModel.load(
                Settings.of(Map.of("firefly.resilience.hazelcast.members", "a:5701"), "test"),
                List.of(),
                new InCode()
                        .put(
                                Pattern.RETRY,
                                "r",
                                RetryConfig.builder().maxAttempts(2).build())
                        .put(Pattern.CIRCUIT_BREAKER, "c", CircuitBreakerConfig.after(3)),
                ConfigurationProblemsTest.class.getClassLoader(),
                Set.of("hazelcast.members"));
        assertThat(model.retry("r").maxAttempts()).isEqualTo(2);
        assertThat(model.circuitBreaker("c")).isEqualTo(CircuitBreakerConfig.after(3));
        assertThat(model.globals()).isEqualTo(Globals.defaults());
    }
}
