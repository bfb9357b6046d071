package dev.firefly.resilience.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.retry.BackoffKind;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.store.OnFailure;
import dev.firefly.resilience.timelimiter.LateSuccess;
import dev.firefly.resilience.timelimiter.TimeLimiterConfig;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KeysTest {
    private static final Map<String, String> RETRY = new TreeMap<>(Map.ofEntries(
            Map.entry("enabled", "FALSE"),
            Map.entry("max-attempts", " 4 "),
            Map.entry("wait-duration", "250ms"),
            Map.entry("backoff", "Fibonacci"),
            Map.entry("backoff-multiplier", "1.5"),
            Map.entry("max-wait", "30"),
            Map.entry("jitter", "PT0.1S"),
            Map.entry("full-jitter", "true"),
            Map.entry("max-duration", "1h"),
            Map.entry("retry-on", "java.io.IOException, java.lang.StackOverflowError"),
            Map.entry("abort-on", "java.lang.IllegalStateException"),
            Map.entry("wrap-exhausted", "true")));

    private static final Map<String, String> CIRCUIT_BREAKER = new TreeMap<>(Map.ofEntries(
            Map.entry("enabled", "false"),
            Map.entry("failure-threshold", "6"),
            Map.entry("failure-rate-threshold", "0.07"),
            Map.entry("window-size", "20"),
            Map.entry("window-duration", "60"),
            Map.entry("minimum-number-of-calls", "7"),
            Map.entry("wait-duration-in-open", "120s"),
            Map.entry("open-jitter", "1s"),
            Map.entry("half-open-max-calls", "2"),
            Map.entry("half-open-success-threshold", "3"),
            Map.entry("half-open-probe-timeout", "5s"),
            Map.entry("record-on", "java.io.IOException"),
            Map.entry("ignore-on", "java.lang.IllegalStateException"),
            Map.entry("slow-call-duration", "2s"),
            Map.entry("slow-call-rate-threshold", ".50"),
            Map.entry("quorum", "2")));

    private static final Map<String, String> RATE_LIMITER = Map.of(
            "enabled", "false",
            "max-tokens", "20",
            "refill-rate", "0.5",
            "timeout", "250ms",
            "reserve", "5");

    private static final Map<String, String> BULKHEAD = Map.of(
            "enabled", "false",
            "max-concurrent", "0",
            "max-wait", "2",
            "permit-ttl", "5m",
            "permit-renewal", "TRUE");

    private static final Map<String, String> TIME_LIMITER = Map.of(
            "enabled", "false",
            "timeout", "PT2.5S",
            "interrupt", "false",
            "late-success", "Return",
            "offload", "true");

    private static final Map<String, String> GLOBAL = Map.ofEntries(
            Map.entry("store.type", "memory"),
            Map.entry("store.prefix", "shop:resilience"),
            Map.entry("store.lock-block-timeout", "1s"),
            Map.entry("store.max-staleness", "2s"),
            Map.entry("store.idle-ttl", "1h"),
            Map.entry("store.on-failure", "open"),
            Map.entry("config.unknown-keys", "WARN"),
            Map.entry("config.missing-classes", "warn"),
            Map.entry("config.refresh-interval", "30s"),
            Map.entry("interceptor.priority", "-5"),
            Map.entry("registry.max-dynamic-instances", "7"),
            Map.entry("rejections.stack-trace", "true"),
            Map.entry("events.cluster", "true"));

    @Test
    void everyKeyOfARetryReachesItsConfig() {
        assertThat(Given.lines(lines("retry.a.", RETRY)).load().retry("a"))
                .isEqualTo(RetryConfig.builder()
                        .enabled(false)
                        .maxAttempts(4)
                        .waitDuration(Duration.ofMillis(250))
                        .backoff(BackoffKind.FIBONACCI)
                        .backoffMultiplier(1.5)
                        .maxWait(Duration.ofSeconds(30))
                        .jitter(Duration.ofMillis(100))
                        .fullJitter(true)
                        .maxDuration(Duration.ofHours(1))
                        .retryOn(Set.of(IOException.class, StackOverflowError.class))
                        .abortOn(Set.of(IllegalStateException.class))
                        .wrapExhausted(true)
                        .build());
    }

    @Test
    void everyKeyOfACircuitBreakerReachesItsConfig() {
        assertThat(Given.lines(lines("circuit-breaker.a.", CIRCUIT_BREAKER))
                        .load()
                        .circuitBreaker("a"))
                .isEqualTo(CircuitBreakerConfig.builder()
                        .enabled(false)
                        .failureThreshold(6)
                        .failureRateThreshold(new BigDecimal("0.07"))
                        .windowSize(20)
                        .windowDuration(Duration.ofSeconds(60))
                        .minimumNumberOfCalls(7)
                        .waitDurationInOpen(Duration.ofSeconds(120))
                        .openJitter(Duration.ofSeconds(1))
                        .halfOpenMaxCalls(2)
                        .halfOpenSuccessThreshold(3)
                        .halfOpenProbeTimeout(Duration.ofSeconds(5))
                        .recordOn(Set.of(IOException.class))
                        .ignoreOn(Set.of(IllegalStateException.class))
                        .slowCallDuration(Duration.ofSeconds(2))
                        .slowCallRateThreshold(new BigDecimal("0.5"))
                        .quorum(2)
                        .build());
    }

    @Test
    void everyKeyOfARateLimiterReachesItsConfig() {
        assertThat(Given.lines(lines("rate-limiter.a.", RATE_LIMITER)).load().rateLimiter("a"))
                .isEqualTo(RateLimiterConfig.builder()
                        .enabled(false)
                        .maxTokens(20)
                        .refillRate(new BigDecimal("0.5"))
                        .timeout(Duration.ofMillis(250))
                        .reserve(5)
                        .build());
    }

    @Test
    void everyKeyOfABulkheadReachesItsConfig() {
        assertThat(Given.lines(lines("bulkhead.a.", BULKHEAD)).load().bulkhead("a"))
                .isEqualTo(BulkheadConfig.builder()
                        .enabled(false)
                        .maxConcurrent(0)
                        .maxWait(Duration.ofSeconds(2))
                        .permitTtl(Duration.ofMinutes(5))
                        .permitRenewal(true)
                        .build());
    }

    @Test
    void everyKeyOfATimeLimiterReachesItsConfig() {
        assertThat(Given.lines(lines("time-limiter.a.", TIME_LIMITER)).load().timeLimiter("a"))
                .isEqualTo(TimeLimiterConfig.builder()
                        .enabled(false)
                        .timeout(Duration.ofMillis(2500))
                        .interrupt(false)
                        .lateSuccess(LateSuccess.RETURN)
                        .offload(true)
                        .build());
    }

    @Test
    void everyGlobalKeyReachesItsComponent() {
        Globals globals = Given.lines(lines("", GLOBAL)).load().globals();
        assertThat(globals.storeType()).isEqualTo("memory");
        assertThat(globals.storePrefix()).isEqualTo("shop:resilience");
        assertThat(globals.lockBlockTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(globals.maxStaleness()).isEqualTo(Duration.ofSeconds(2));
        assertThat(globals.idleTtl()).isEqualTo(Duration.ofHours(1));
        assertThat(globals.onFailure()).isEqualTo(OnFailure.OPEN);
        assertThat(globals.unknownKeys()).isEqualTo(Strictness.WARN);
        assertThat(globals.missingClasses()).isEqualTo(Strictness.WARN);
        assertThat(globals.interceptorPriority()).hasValue(-5);
        assertThat(globals.maxDynamicInstances()).isEqualTo(7);
        assertThat(globals.stackTraces()).isTrue();
        assertThat(globals.clusterEvents()).isTrue();
    }

    @Test
    void allKeysAreListedInTheNotationOfTheDocumentation() {
        Set<String> expected = new TreeSet<>(GLOBAL.keySet());
        Map.of(
                        "retry", RETRY,
                        "circuit-breaker", CIRCUIT_BREAKER,
                        "rate-limiter", RATE_LIMITER,
                        "bulkhead", BULKHEAD,
                        "time-limiter", TIME_LIMITER)
                .forEach((pattern, keys) -> {
                    keys.keySet().forEach(key -> expected.add(pattern + ".<name>." + key));
                    expected.add(pattern + ".<name>.base");
                });
        assertThat(Keys.all()).isEqualTo(expected);
    }

    @Test
    void everyKeySaysWhatItAccepts() {
        Stream<Key<?, ?>> keys = Stream.concat(
                Keys.TABLES.values().stream().flatMap(table -> table.keys().stream()),
                GlobalKeys.TABLE.keys().stream());
        assertThat(keys).allSatisfy(key -> assertThat(key.accepted()).startsWith("must "));
    }

    private static String[] lines(String head, Map<String, String> values) {
        return values.entrySet().stream()
                .map(entry -> head + entry.getKey() + '=' + entry.getValue())
                .toArray(String[]::new);
    }
}
