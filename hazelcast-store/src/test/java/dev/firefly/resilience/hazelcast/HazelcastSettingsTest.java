package dev.firefly.resilience.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.config.Settings.Setting;
import dev.firefly.resilience.store.ResilienceStoreProvider;
import dev.firefly.resilience.store.ResilienceStoreProvider.Options;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HazelcastSettingsTest {
    private final Problems problems = new Problems();

    @Test
    void withoutSettingsAMemberOfOurOwnStaysOnTheLoopbackInterface() {
        assertThat(read(Map.of()))
                .isEqualTo(new EmbeddedMember(List.of(), "127.0.0.1", 5701, "firefly-resilience"))
                .satisfies(source -> assertThat(source.isStartedHere()).isTrue());
        assertThat(problems.list()).isEmpty();
    }

    @Test
    void everyKeyOfAMemberOfOurOwnIsRead() {
        assertThat(read(Map.of(
                        "hazelcast.members", "one:5701, 10.0.0.2:6000,",
                        "hazelcast.interface", "10.0.0.*",
                        "hazelcast.port", "0",
                        "hazelcast.cluster-name", " orders ")))
                .isEqualTo(new EmbeddedMember(List.of("one:5701", "10.0.0.2:6000"), "10.0.0.*", 0, "orders"));
        assertThat(problems.list()).isEmpty();
    }

    @Test
    void everyKeyThatNamesAnInstanceIsRead() {
        assertThat(read(Map.of("hazelcast.jndi-name", " java:app/grid ")))
                .isEqualTo(new JndiInstance(setting("hazelcast.jndi-name", " java:app/grid ")));
        assertThat(read(Map.of("hazelcast.instance-name", "grid")))
                .isEqualTo(new RunningInstance(setting("hazelcast.instance-name", "grid")));
        assertThat(read(Map.of("hazelcast.config", "member.yaml")))
                .isEqualTo(new ConfiguredInstance(setting("hazelcast.config", "member.yaml")));
        assertThat(problems.list()).isEmpty();
    }

    @Test
    void onlyWhatIsStartedHereIsOursToShutDown() {
        assertThat(read(Map.of("hazelcast.jndi-name", "grid")).isStartedHere()).isFalse();
        assertThat(read(Map.of("hazelcast.instance-name", "grid")).isStartedHere())
                .isFalse();
        assertThat(read(Map.of("hazelcast.config", "member.yaml")).isStartedHere())
                .isTrue();
    }

    @Test
    void aBlankValueMeansNotSet() {
        assertThat(read(Map.of(
                        "hazelcast.jndi-name", "",
                        "hazelcast.instance-name", " ",
                        "hazelcast.config", "",
                        "hazelcast.members", "",
                        "hazelcast.interface", "",
                        "hazelcast.port", " ",
                        "hazelcast.cluster-name", "")))
                .isEqualTo(read(Map.of()));
        assertThat(problems.list()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "hazelcast.jndi-name, hazelcast.instance-name",
        "hazelcast.jndi-name, hazelcast.config",
        "hazelcast.instance-name, hazelcast.config",
        "hazelcast.jndi-name, hazelcast.members",
        "hazelcast.instance-name, hazelcast.interface",
        "hazelcast.config, hazelcast.port",
        "hazelcast.jndi-name, hazelcast.cluster-name"
    })
    void whatWouldSilentlyDoNothingIsAProblemThatNamesBothKeys(String first, String other) {
        Map<String, String> values = new HashMap<>(Map.of(first, "member.yaml", other, "7"));
        values.replace("hazelcast.config", "member.yaml");
        read(values);

        assertThat(problems.list()).singleElement().satisfies(problem -> {
            assertThat(problem.key()).isEqualTo(Settings.PREFIX + other);
            assertThat(problem.toString())
                    .contains("must not be set together with " + Settings.PREFIX + first + " (member.yaml)")
                    .contains("take one of them away")
                    .contains("(set in test)");
        });
    }

    @Test
    void aMemberWithoutAPortIsOnTheDefaultOneAndAnAddressMayHoldColons() {
        assertThat(members("one,[::1]:6000,[fe80::2]")).containsExactly("one:5701", "[::1]:6000", "[fe80::2]:5701");
        assertThat(problems.list()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"one:0", "one:65536", "one:x", ":5701", "one two:5701", "a:1,b:99999", "one:5701:2"})
    void aListWithOneBadMemberIsAProblem(String members) {
        assertThat(members(members)).isEmpty();
        assertThat(problems.list()).singleElement().satisfies(problem -> {
            assertThat(problem.key()).isEqualTo("firefly.resilience.hazelcast.members");
            assertThat(problem.toString()).contains("host:port").contains("was " + members);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"ldap://10.0.0.9/grid", "rmi://10.0.0.9/grid", "corbaname:iiop:10.0.0.9#grid"})
    void aNameThatWouldAskTheNetworkIsAProblem(String name) {
        read(Map.of("hazelcast.jndi-name", name));

        assertThat(problems.list())
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString())
                        .contains("hazelcast.jndi-name must be the JNDI name of a HazelcastInstance in this server")
                        .contains("was " + name));
    }

    @Test
    void allProblemsAreToldTogetherWithTheirSource() {
        read(Map.of(
                "hazelcast.config", "nowhere.yaml",
                "hazelcast.members", "one:0",
                "hazelcast.interface", "localhost",
                "hazelcast.port", "70000"));

        assertThat(problems.list())
                .hasSize(7) // the three are wrong in themselves, and together with the first, which is wrong too
                .allSatisfy(problem -> assertThat(problem.source()).isEqualTo("test"));
    }

    @Test
    void theProviderIsFoundAndRefusesToOpenWithBadSettings() {
        ResilienceStoreProvider provider =
                ServiceLoader.load(ResilienceStoreProvider.class).findFirst().orElseThrow();
        assertThat(provider.type()).isEqualTo("hazelcast");
        assertThat(provider.keys()).isEqualTo(HazelcastSettings.KEYS);
        assertThat(provider.connectionType()).contains(HazelcastInstance.class);

        Settings settings = settings(Map.of("hazelcast.port", "-1"));
        assertThatThrownBy(() -> provider.open(settings, new Options("p", Duration.ofHours(1))))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("firefly.resilience.hazelcast.port must be a port from 1 to 65535");
        provider.validate(settings, problems);
        assertThat(problems.list()).hasSize(1);
    }

    private InstanceSource read(Map<String, String> values) {
        return HazelcastSettings.read(settings(values), problems);
    }

    private List<String> members(String text) {
        return ((EmbeddedMember) read(Map.of("hazelcast.members", text))).members();
    }

    private static Setting setting(String key, String value) {
        return new Setting(Settings.PREFIX + key, value, "test");
    }

    private static Settings settings(Map<String, String> values) {
        return Settings.of(
                values.entrySet().stream()
                        .collect(Collectors.toMap(entry -> Settings.PREFIX + entry.getKey(), Map.Entry::getValue)),
                "test");
    }
}
