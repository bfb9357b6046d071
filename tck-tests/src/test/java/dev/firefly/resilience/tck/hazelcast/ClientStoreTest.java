package dev.firefly.resilience.tck.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.hazelcast.HazelcastStore;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.store.ResilienceStoreProvider.Options;
import dev.firefly.resilience.tck.StoreContract;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ClientStoreTest extends StoreContract {
    private static TestCluster cluster;
    private static HazelcastInstance client;
    private int opened;

    @BeforeAll
    static void startCluster() {
        cluster = TestCluster.of(1);
        try {
            client = cluster.startClient();
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @Override
    protected ResilienceStore open() {
        return HazelcastStore.over(opened++ % 2 == 0 ? client : cluster.member(0), TestCluster.OPTIONS);
    }

    @Test
    void aClientIsNoMemberButSeesThem() {
        ResilienceStore ofClient = node();
        ResilienceStore ofMember = node();

        assertThat(ofClient.members().all()).containsExactly(ofMember.members().self());
        assertThat(ofClient.members().self()).isNotEqualTo(ofMember.members().self());
    }

    @Test
    void settingsThatTheClusterDoesNotHaveAreAConfigurationError() {
        HazelcastStore.over(cluster.member(0), new Options("other", Duration.ofMinutes(1)))
                .close();

        assertThatThrownBy(() -> HazelcastStore.over(client, new Options("other", Duration.ofMinutes(2))))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("firefly.resilience.store.idle-ttl")
                .hasMessageContaining("other:");
        HazelcastStore.over(client, new Options("other", Duration.ofMinutes(1))).close();
    }
}
