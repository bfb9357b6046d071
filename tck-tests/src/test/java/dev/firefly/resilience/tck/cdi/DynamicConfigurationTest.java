package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.InstanceSettings.Value;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.tck.kit.ManualClock;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Values that change while the application runs, and where each came from. */
@Timeout(60)
@ParameterizedClass
@EnumSource(Container.class)
class DynamicConfigurationTest {
    @Parameter
    Container container;

    /** A source that answers with what it holds at the moment. */
    private static final class Dynamic implements ConfigSource {
        private final Map<String, String> values = new ConcurrentHashMap<>();

        Dynamic set(String key, String value) {
            values.put("firefly.resilience." + key, value);
            return this;
        }

        @Override
        public Set<String> getPropertyNames() {
            return values.keySet();
        }

        @Override
        public String getValue(String name) {
            return values.get(name);
        }

        @Override
        public int getOrdinal() {
            return 200;
        }

        @Override
        public String getName() {
            return "dynamic";
        }
    }

    @ApplicationScoped
    static class Client extends Failing {
        private final ManualClock clock = new ManualClock();

        @Produces
        @ApplicationScoped
        Clock clock() {
            return clock;
        }

        @Retry(value = "client", maxAttempts = 4, jitter = "0")
        Object call() throws IOException {
            return fail();
        }
    }

    private static int attempts(Application app) {
        Client client = app.get(Client.class);
        return Failing.callsOf(client, client::call);
    }

    @Test
    void newValuesAndNewKeysAreInForceAfterARefresh() {
        Dynamic source = new Dynamic().set("retry.client.max-wait", "1s");
        try (Application app = container.of(Client.class).reading(source).start()) {
            assertThat(attempts(app)).isEqualTo(4);

            source.set("retry.client.max-wait", "2s").set("retry.client.max-attempts", "2");
            assertThat(attempts(app)).as("before").isEqualTo(4);
            ResilienceRegistry registry = app.get(ResilienceRegistry.class);
            registry.refresh();

            assertThat(attempts(app)).isEqualTo(2);
            assertThat(registry.retry("client").config().maxWait()).contains(Duration.ofSeconds(2));
        }
    }

    @Test
    void namesAndMistakesThatComeLaterAreSeen() {
        Dynamic source = new Dynamic();
        try (Application app = container.of(Client.class).reading(source).start()) {
            ResilienceRegistry registry = app.get(ResilienceRegistry.class);

            source.set("retry.late.max-attempts", "7");
            registry.refresh();
            assertThat(registry.retry("late").config().maxAttempts()).isEqualTo(7);

            source.set("retry.late.max-attemps", "8");
            assertThatThrownBy(registry::refresh)
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("max-attemps does not exist");
        }
    }

    @Test
    @Timeout(60)
    void withAnIntervalTheyAreInForceByThemselves() throws Exception {
        Dynamic source = new Dynamic().set("retry.client.max-attempts", "3");
        try (Application app = container
                .of(Client.class)
                .reading(source)
                .set("config.refresh-interval", "30s")
                .start()) {
            ManualClock clock = Real.of(app.get(Client.class)).clock;
            ResilienceRegistry registry = app.get(ResilienceRegistry.class);
            RetryConfig before = registry.retry("client").config();
            assertThat(attempts(app)).isEqualTo(3);

            source.set("retry.client.max-attempts", "2");
            clock.advance(Duration.ofSeconds(30));

            // It is read on a thread of the library's.
            while (registry.retry("client").config() == before) {
                Thread.onSpinWait();
            }
            assertThat(attempts(app)).isEqualTo(2);
        }
    }

    @Test
    void everyValueIsDescribedWithTheSourceItCameFrom() {
        Dynamic source = new Dynamic().set("retry.client.max-attempts", "3");
        try (Application app = container
                .of(Client.class)
                .reading(source)
                .set("retry.default.backoff", "linear")
                .variable("FIREFLY_RESILIENCE_RETRY_CLIENT_MAX_WAIT", "5s")
                .start()) {
            var retry = app.get(ResilienceRegistry.class).describe().stream()
                    .filter(one -> one.name().equals("client"))
                    .findFirst()
                    .orElseThrow();

            assertThat(retry.values())
                    .containsEntry("max-attempts", new Value("3", "dynamic"))
                    .containsEntry("jitter", new Value("0", "@Retry on " + Client.class.getName() + "#call()"));
            assertThat(retry.values().get("backoff").source()).contains("application.properties");
            assertThat(retry.values().get("max-wait").source()).contains("EnvConfigSource");
            assertThat(retry.values().get("wait-duration").source()).isEqualTo("the defaults");
        }
    }
}
