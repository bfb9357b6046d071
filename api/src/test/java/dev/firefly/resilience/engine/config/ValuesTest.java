package dev.firefly.resilience.engine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Durations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "retry.a.max-attempts|three|must be a whole number, was three",
                "retry.a.max-attempts|1.5|must be a whole number, was 1.5",
                "retry.a.max-attempts|99999999999|must be a whole number, was 99999999999",
                "retry.a.max-attempts|0|must be >= 1, was 0",
                "retry.a.full-jitter|yes|must be true or false, was yes",
                "retry.a.enabled|ture|must be true or false, was ture",
                "retry.a.backoff|random|must be one of constant, linear, exponential, fibonacci, was random",
                "retry.a.backoff-multiplier|NaN|must be a number such as 0.5, was NaN",
                "retry.a.backoff-multiplier|Infinity|must be a number such as 0.5, was Infinity",
                "retry.a.backoff-multiplier|1,5|must be a number such as 0.5, was 1,5",
                "circuit-breaker.a.failure-rate-threshold|50%|must be a number such as 0.5, was 50%",
                "circuit-breaker.a.failure-rate-threshold|50|must be above 0 and at most 1, with at most 9 decimals, was 50",
                "retry.a.backoff-multiplier|-10000000|must be above 0 and finite, was -10000000",
                "circuit-breaker.a.failure-rate-threshold|1e999999999|must be a number such as 0.5, was 1e999999999",
                "circuit-breaker.a.window-size|0|must be from 1 to 1000000, was 0",
                "rate-limiter.a.max-tokens|0|must be >= 1, was 0",
                "rate-limiter.a.max-tokens|many|must be a whole number, was many",
                "rate-limiter.a.refill-rate|0|must be above 0 and at most 1000000000, was 0",
                "rate-limiter.a.refill-rate|-1|must be above 0 and at most 1000000000, was -1",
                "rate-limiter.a.refill-rate|1000000001|must be above 0 and at most 1000000000, was 1000000001",
                "rate-limiter.a.refill-rate|0.00000001|must fill an empty bucket of max-tokens (10) within 30 years,"
                        + " was 0.00000001",
                "rate-limiter.a.refill-rate|10/s|must be a number such as 0.5, was 10/s",
                "rate-limiter.a.timeout|-1s|" + Durations.ACCEPTED + ", was -1s",
                "rate-limiter.a.reserve|0|must be from 1 to max-tokens (10), was 0",
                "rate-limiter.a.reserve|11|must be from 1 to max-tokens (10), was 11",
                "rate-limiter.a.reserve|1.5|must be a whole number, was 1.5",
                "bulkhead.a.max-concurrent|-1|must be >= 0, was -1",
                "bulkhead.a.max-concurrent|ten|must be a whole number, was ten",
                "bulkhead.a.max-wait|soon|" + Durations.ACCEPTED + ", was soon",
                "bulkhead.a.permit-ttl|0|must be a duration longer than 0, up to 292 years, was 0",
                "bulkhead.a.permit-renewal|1|must be true or false, was 1",
                "time-limiter.a.timeout|0|must be a duration longer than 0, up to 292 years (enabled=false switches"
                        + " the limit off), was 0",
                "time-limiter.a.timeout|300y|" + Durations.ACCEPTED + ", was 300y",
                "time-limiter.a.interrupt|on|must be true or false, was on",
                "time-limiter.a.late-success|drop|must be one of throw, return, was drop",
                "time-limiter.a.offload|0|must be true or false, was 0",
                "store.idle-ttl|0|must be longer than 0, was 0",
                "store.max-staleness|0|must be longer than 0, was 0",
                "store.lock-block-timeout|0ms|must be longer than 0, was 0",
                "store.max-staleness|24h|must be longer than store.max-staleness (1d), was 1d",
                "store.idle-ttl|500ms|must be longer than store.max-staleness (1s), was 500ms",
                "registry.max-dynamic-instances|0|must be >= 1, was 0",
                "interceptor.priority|LIBRARY_BEFORE|must be a whole number, was LIBRARY_BEFORE",
                "config.unknown-keys|ignore|must be one of fail, warn, was ignore",
                "config.missing-classes|ignore|must be one of fail, warn, was ignore",
                "rejections.stack-trace|1|must be true or false, was 1",
            })
    void aValueThatIsNotAcceptedIsAProblem(String key, String value, String complaint) {
        String concerned = complaint.contains("(1d)") ? "store.idle-ttl" : key;
        String source = complaint.contains("(1d)") ? "the defaults" : Given.FILE;
        assertThat(Given.lines(key + '=' + value).problems())
                .contains("firefly.resilience." + concerned + ' ' + complaint + " (set in " + source + ')');
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rate-limiter.a.max-tokens=1",
                "rate-limiter.a.refill-rate=1000000000",
                "rate-limiter.a.refill-rate=.1",
                "rate-limiter.a.reserve=10",
                "rate-limiter.a.timeout=0",
                "bulkhead.a.max-concurrent=0",
                "bulkhead.a.max-wait=0",
                "bulkhead.a.permit-ttl=1ms",
                "time-limiter.a.timeout=1ms",
                "time-limiter.a.late-success=THROW"
            })
    void theEndsOfARangeAreAccepted(String line) {
        assertThat(Given.lines(line).problems()).isEmpty();
    }

    /** D08. */
    @ParameterizedTest
    @ValueSource(strings = {"300y", "-1s", "106752d", "PT9223372036854775807S"})
    void aDurationThatIsNotAcceptedIsAProblem(String value) {
        assertThat(Given.lines("retry.a.max-wait=" + value).problems())
                .containsExactly("firefly.resilience.retry.a.max-wait " + Durations.ACCEPTED + ", was " + value
                        + " (set in app.properties)");
    }

    @Test
    void theStorePrefixIsBoundedAndWithoutControlCharacters() {
        assertThat(Given.lines("store.prefix=" + "x".repeat(100)).problems()).isEmpty();
        assertThat(Given.lines("store.prefix=" + "x".repeat(101)).problems())
                .singleElement()
                .asString()
                .contains("store.prefix must be 1 to 100 characters");
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> {
            Globals.Builder builder = Globals.defaults().toBuilder();
            builder.storePrefix = "";
            builder.build();
        });
        assertThat(Given.lines("store.prefix=a\u0007b").problems()).hasSize(1);
    }

    @Test
    void aBlankGlobalValueIsNone() {
        assertThat(Given.lines("store.prefix=", "store.type= ", "interceptor.priority=")
                        .load()
                        .globals())
                .isEqualTo(Globals.defaults());
    }

    @Test
    void strictnessIsObeyedEvenWhenOtherGlobalKeysAreWrong() {
        Given given = Given.lines("config.unknown-keys=warn", "store.idle-ttl=0", "retry.a.max-atempts=5");
        assertThat(given.problems()).singleElement().asString().contains("store.idle-ttl");
        assertThat(given.warnings).hasSize(1);
    }

    /** D10. */
    @Test
    void aMissingClassIsAProblem() {
        assertThat(Given.lines("retry.a.retry-on=java.io.IOException,com.acme.Renamed, com.acme.Gone")
                        .problems())
                .containsExactly("firefly.resilience.retry.a.retry-on must name exception classes on the class path,"
                        + " separated by commas; not found: com.acme.Renamed, com.acme.Gone (set in app.properties)");
    }

    /** D10. */
    @Test
    void aMissingClassIsLeftOutWithAWarningWhereThatIsAskedFor() {
        Given given = Given.lines(
                "retry.default.retry-on=java.io.IOException,com.acme.Renamed",
                "retry.a.max-attempts=2",
                "config.missing-classes=warn");
        assertThat(given.load().retry("a").retryOn()).containsExactly(IOException.class);
        assertThat(given.warnings)
                .containsExactly("Left out: firefly.resilience.retry.default.retry-on must name exception classes on"
                        + " the class path, separated by commas; not found: com.acme.Renamed (set in app.properties)");
    }

    @Test
    void aClassThatIsNoExceptionIsAProblemEvenWhereMissingOnesAreNot() {
        assertThat(Given.lines(
                                "retry.a.abort-on=java.lang.String,com.acme.Gone,java.lang.Object",
                                "config.missing-classes=warn")
                        .problems())
                .containsExactly("firefly.resilience.retry.a.abort-on must name exception classes on the class path,"
                        + " separated by commas; no exceptions: java.lang.String, java.lang.Object;"
                        + " not found: com.acme.Gone (set in app.properties)");
    }

    @Test
    void aClassThatIsNoExceptionIsAProblem() {
        assertThat(Given.lines("retry.a.abort-on=java.lang.String").problems())
                .containsExactly("firefly.resilience.retry.a.abort-on must name exception classes on the class path,"
                        + " separated by commas; no exceptions: java.lang.String (set in app.properties)");
    }

    @Test
    void classesAreNotInitialized() {
        assertThat(Given.lines("retry.a.retry-on=" + Explosive.class.getName())
                        .load()
                        .retry("a")
                        .retryOn())
                .containsExactly(Explosive.class);
        assertThat(Registry.INITIALIZED).isEmpty();
    }

    @Test
    void listsAreSplitAsMicroProfileDoes() {
        assertThat(ClassList.split("a, b ,,c\\,d,\\\\e,")).isEqualTo(List.of("a", "b", "c,d", "\\e"));
        assertThat(ClassList.split(" ")).isEmpty();
        assertThat(ClassList.split("a\\")).isEqualTo(List.of("a\\"));
    }

    @Test
    void aPlusAloneAppendsNothing() {
        assertThat(Given.lines("retry.a.retry-on=+").load().retry("a").retryOn())
                .containsExactly(Exception.class);
    }

    static final class Explosive extends RuntimeException {
        private static final long serialVersionUID = 1L;

        static {
            Registry.INITIALIZED.add("initialized");
        }
    }

    static final class Registry {
        static final List<String> INITIALIZED = new ArrayList<>();

        private Registry() {}
    }
}
