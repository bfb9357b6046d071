package dev.firefly.resilience.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.config.Declaration;
import dev.firefly.resilience.config.InstanceSettings;
import dev.firefly.resilience.config.InstanceSettings.Value;
import dev.firefly.resilience.core.Pattern;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DescribeTest {
    private static ResilienceRegistry registry(ChangingSettings settings) {
        return Resilience.builder()
                .settings(settings.set("store.type", "memory"))
                .declare(new Declaration(
                        Pattern.RETRY,
                        "a",
                        true,
                        Map.of("max-attempts", "7", "jitter", "20ms"),
                        "@Retry on Orders#find()"))
                .build();
    }

    private static InstanceSettings find(ResilienceRegistry registry, Pattern pattern, String name) {
        return registry.describe().stream()
                .filter(one -> one.pattern() == pattern && one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyValueIsToldWithTheSourceItCameFrom() {
        ChangingSettings settings = new ChangingSettings()
                .set("retry.a.jitter", "1.5")
                .set("retry.a.base", "b")
                .set("retry.b.max-duration", "2m")
                .set("retry.default.retry-on", "java.io.IOException");
        try (ResilienceRegistry registry = registry(settings)) {
            InstanceSettings retry = find(registry, Pattern.RETRY, "a");

            assertThat(retry.values())
                    .containsEntry("jitter", new Value("1500ms", ChangingSettings.SOURCE))
                    .containsEntry("base", new Value("b", ChangingSettings.SOURCE))
                    .containsEntry("max-duration", new Value("2m", ChangingSettings.SOURCE))
                    .containsEntry("retry-on", new Value("java.io.IOException", ChangingSettings.SOURCE))
                    .containsEntry("max-attempts", new Value("7", "@Retry on Orders#find()"))
                    .containsEntry("backoff", new Value("exponential", "the defaults"))
                    .containsEntry("max-wait", new Value("", "the defaults"))
                    .hasSize(13);
            assertThat(retry.toString())
                    .contains("retry.a.jitter = 1500ms (" + ChangingSettings.SOURCE + ")\n")
                    .startsWith("retry.a.abort-on = ");
        }
    }

    @Test
    void whatIsOnlyInUseIsToldTooAndWhatIsNeitherIsNot() {
        try (ResilienceRegistry registry = registry(new ChangingSettings())) {
            registry.bulkhead("used");

            assertThat(registry.describe())
                    .extracting(one -> one.pattern().key() + '.' + one.name())
                    .containsExactly(
                            "retry.a",
                            "retry.default",
                            "circuit-breaker.default",
                            "rate-limiter.default",
                            "bulkhead.default",
                            "bulkhead.used",
                            "time-limiter.default");
        }
    }

    @Test
    void everyTextCanBeReadAgain() {
        try (ResilienceRegistry registry = registry(new ChangingSettings())) {
            ChangingSettings again = new ChangingSettings();
            for (InstanceSettings one : registry.describe()) {
                one.values().forEach((key, value) -> {
                    if (!value.text().isEmpty()) {
                        again.set(one.pattern().key() + '.' + one.name() + '.' + key, value.text());
                    }
                });
            }
            try (ResilienceRegistry second = registry(again)) {
                for (InstanceSettings one : registry.describe()) {
                    assertThat(find(second, one.pattern(), one.name()).values())
                            .allSatisfy((key, value) -> assertThat(value.text())
                                    .isEqualTo(one.values().get(key).text()));
                }
            }
        }
    }
}
