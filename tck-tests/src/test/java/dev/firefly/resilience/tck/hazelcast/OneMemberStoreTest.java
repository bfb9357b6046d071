package dev.firefly.resilience.tck.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.MapConfig;
import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.hazelcast.HazelcastStore;
import dev.firefly.resilience.hazelcast.HazelcastStoreProvider;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.store.ResilienceStoreProvider.Options;
import dev.firefly.resilience.tck.StoreContract;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OneMemberStoreTest extends StoreContract {
    private static TestCluster cluster;

    @BeforeAll
    static void startCluster() {
        cluster = TestCluster.of(1);
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @Override
    protected ResilienceStore open() {
        return HazelcastStore.over(cluster.member(0), TestCluster.OPTIONS);
    }

    @Test
    void aMemberOfOurOwnListensOnTheLoopbackInterfaceAlone() {
        assertThat(cluster.address()).startsWith("127.0.0.1:");
        assertThat(cluster.member(0).getConfig().getProperty("hazelcast.socket.bind.any"))
                .isEqualTo("false");
    }

    @Test
    void idleRecordsGoByTheMapsSetting() {
        MapConfig config = cluster.member(0).getConfig().findMapConfig("firefly:resilience:circuit-breaker");

        assertThat(config.getMaxIdleSeconds()).isEqualTo(24 * 60 * 60);
        assertThat(config.getTimeToLiveSeconds()).isZero();
        assertThat(config.getBackupCount()).isEqualTo(1);
    }

    @Test
    void anInstanceOfThisJvmIsUsedByNameAndLeftRunning() {
        HazelcastInstance instance = cluster.member(0);
        ResilienceStore named = open("hazelcast.instance-name", instance.getName());

        assertThat(((HazelcastStore) named).instance()).isSameAs(instance);
        named.close();
        assertThat(instance.getLifecycleService().isRunning()).isTrue();
    }

    @Test
    void anUnknownInstanceNameIsAConfigurationError() {
        assertThatThrownBy(() -> open("hazelcast.instance-name", "nobody"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("firefly.resilience.hazelcast.instance-name")
                .hasMessageContaining(cluster.member(0).getName())
                .hasMessageContaining("nobody");
    }

    @Test
    void aTakenPortIsAConfigurationErrorWithARemedy() {
        String port = cluster.address().substring("127.0.0.1:".length());

        assertThatThrownBy(() -> open("hazelcast.port", port))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("firefly.resilience.hazelcast.port must be free on 127.0.0.1, was " + port)
                .hasMessageContaining("another port, or to 0")
                .hasMessageEndingWith("(set in test)");
    }

    @Test
    void anInterfaceOfAnotherMachineIsAConfigurationError() {
        assertThatThrownBy(() -> open("hazelcast.interface", "192.0.2.1"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("firefly.resilience.hazelcast.interface must be an address of this machine")
                .hasMessageEndingWith("(set in test)");
    }

    @Test
    void whatIsFoundWrongWithASettingNobodyMadeIsSaidToBeADefault() {
        HazelcastStoreProvider provider = new HazelcastStoreProvider();
        Options options = new Options("a*", Duration.ofHours(1));

        assertThatThrownBy(() -> provider.openOver(cluster.member(0), Settings.none(), options))
                .hasMessageContaining("firefly.resilience.store.prefix must not be blank")
                .hasMessageEndingWith("was a* (set in the defaults)")
                .satisfies(e -> assertThat(e.getStackTrace()[0].getClassName())
                        .as("where it was found")
                        .doesNotEndWith(".Complaints"));
        Settings settings = Settings.of(Map.of("firefly.resilience.store.prefix", "a*"), "test");
        assertThatThrownBy(() -> provider.openOver(cluster.member(0), settings, options))
                .hasMessageEndingWith("was a* (set in test)");
    }

    @Test
    void aMapThatForgetsSoonerThanItShouldIsAConfigurationError() {
        HazelcastInstance instance = cluster.member(0);
        HazelcastStore.over(instance, new Options("short", Duration.ofMinutes(1)))
                .close();

        assertThatThrownBy(() -> HazelcastStore.over(instance, new Options("short", Duration.ofMinutes(2))))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("max-idle-seconds must be 0 (never) or at least 120")
                .hasMessageContaining("was 60");
        HazelcastStore.over(instance, new Options("short", Duration.ofSeconds(30)))
                .close();
    }

    @Test
    void aPrefixThatHazelcastReadsInItsOwnWayIsAConfigurationError() {
        for (String prefix : new String[] {"a*", "a@b", ""}) {
            assertThatThrownBy(() -> HazelcastStore.over(cluster.member(0), new Options(prefix, Duration.ofHours(1))))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("firefly.resilience.store.prefix");
        }
    }

    private static ResilienceStore open(String key, String value) {
        return new HazelcastStoreProvider()
                .open(Settings.of(Map.of(Settings.PREFIX + key, value), "test"), TestCluster.OPTIONS);
    }
}
