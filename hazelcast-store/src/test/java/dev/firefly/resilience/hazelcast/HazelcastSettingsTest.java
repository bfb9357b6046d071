package dev.firefly.resilience.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.store.ResilienceStoreProvider;
import dev.firefly.resilience.store.ResilienceStoreProvider.Options;
import java.time.Duration;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HazelcastSettingsTest {
    private final Problems problems = new Problems();

    @Test
    void withoutSettingsAMemberOfOurOwnStaysOnTheLoopbackInterface() {
        HazelcastSettings settings = read(Map.of());

        assertThat(settings.instanceName()).isEmpty();
        assertThat(settings.members()).isEmpty();
        assertThat(settings.networkInterface()).isEqualTo("127.0.0.1");
        assertThat(settings.port()).isEqualTo(5701);
        assertThat(settings.clusterName()).isEqualTo("firefly-resilience");
        assertThat(problems.list()).isEmpty();
    }

    @Test
    void everyKeyIsRead() {
        HazelcastSettings settings = read(Map.of(
                "hazelcast.instance-name", " grid ",
                "hazelcast.members", "one:5701, 10.0.0.2:6000,",
                "hazelcast.interface", "10.0.0.*",
                "hazelcast.port", "0",
                "hazelcast.cluster-name", "orders"));

        assertThat(settings.instanceName()).contains("grid");
        assertThat(settings.members()).containsExactly("one:5701", "10.0.0.2:6000");
        assertThat(settings.networkInterface()).isEqualTo("10.0.0.*");
        assertThat(settings.port()).isZero();
        assertThat(settings.clusterName()).isEqualTo("orders");
        assertThat(problems.list()).isEmpty();
    }

    @Test
    void aMemberWithoutAPortIsOnTheDefaultOneAndAnAddressMayHoldColons() {
        assertThat(read(Map.of("hazelcast.members", "one,[::1]:6000,[fe80::2]")).members())
                .containsExactly("one:5701", "[::1]:6000", "[fe80::2]:5701");
        assertThat(problems.list()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"one:0", "one:65536", "one:x", ":5701", "one two:5701", "a:1,b:99999", "one:5701:2"})
    void aListWithOneBadMemberIsAProblem(String members) {
        assertThat(read(Map.of("hazelcast.members", members)).members()).isEmpty();
        assertThat(problems.list()).singleElement().satisfies(problem -> {
            assertThat(problem.key()).isEqualTo("firefly.resilience.hazelcast.members");
            assertThat(problem.toString()).contains("host:port").contains("was " + members);
        });
    }

    @Test
    void allProblemsAreToldTogetherWithTheirSource() {
        read(Map.of(
                "hazelcast.instance-name", " ",
                "hazelcast.members", "one:0",
                "hazelcast.interface", "localhost",
                "hazelcast.port", "70000",
                "hazelcast.cluster-name", ""));

        assertThat(problems.list())
                .hasSize(5)
                .allSatisfy(problem -> assertThat(problem.source()).isEqualTo("test"));
    }

    @Test
    void theProviderIsFoundAndRefusesToOpenWithBadSettings() {
        ResilienceStoreProvider provider =
                ServiceLoader.load(ResilienceStoreProvider.class).findFirst().orElseThrow();
        assertThat(provider.type()).isEqualTo("hazelcast");
        assertThat(provider.keys()).isEqualTo(HazelcastSettings.KEYS);

        Settings settings = settings(Map.of("hazelcast.port", "-1"));
        assertThatThrownBy(() -> provider.open(settings, new Options("p", Duration.ofHours(1))))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("firefly.resilience.hazelcast.port must be a port from 1 to 65535");
        provider.validate(settings, problems);
        assertThat(problems.list()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.7.0", "5.7.1", "5.8.0-SNAPSHOT", "5.10.2", "5.7"})
    void aHazelcastThatCanBeUsed(String version) {
        assertThat(HazelcastVersion.isCompatible(version)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.3.2", "5.6.9", "4.2", "6.0.0", "5", "", "unknown"})
    void aHazelcastThatCannotBeUsed(String version) {
        assertThat(HazelcastVersion.isCompatible(version)).isFalse();
    }

    @Test
    void classesThatDoNotFitAreReportedWithARemedy() {
        assertThat(HazelcastVersion.unusable(new NoSuchMethodError("x")))
                .hasMessageContaining("NoSuchMethodError")
                .hasMessageContaining("WEB-INF/payara-web.xml")
                .hasMessageContaining("<class-loader delegate=\"false\"/>");
    }

    private HazelcastSettings read(Map<String, String> values) {
        return HazelcastSettings.read(settings(values), problems);
    }

    private static Settings settings(Map<String, String> values) {
        return Settings.of(
                values.entrySet().stream()
                        .collect(Collectors.toMap(entry -> Settings.PREFIX + entry.getKey(), Map.Entry::getValue)),
                "test");
    }
}
