package dev.firefly.resilience.tck.hazelcast;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.hazelcast.HazelcastStore;
import dev.firefly.resilience.hazelcast.HazelcastStoreProvider;
import dev.firefly.resilience.store.ResilienceStoreProvider.Options;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Members of one cluster in this JVM, on the loopback interface and free ports, and clients of it. */
final class TestCluster implements AutoCloseable {
    static final Options OPTIONS = new Options("firefly:resilience", Duration.ofHours(24));

    private final String name = "test-" + UUID.randomUUID();
    private final List<HazelcastStore> members = new ArrayList<>();
    private final List<HazelcastInstance> clients = new ArrayList<>();

    /** Starts the members, each as the provider does it for an application; if one fails, none is left. */
    static TestCluster of(int size) {
        TestCluster cluster = new TestCluster();
        try {
            for (int i = 0; i < size; i++) {
                cluster.startMember();
            }
            return cluster;
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    private void startMember() {
        String others = members.isEmpty() ? "" : address();
        Settings settings = Settings.of(
                Map.of(
                        "firefly.resilience.hazelcast.cluster-name", name,
                        "firefly.resilience.hazelcast.port", "0",
                        "firefly.resilience.hazelcast.members", others),
                "test");
        members.add((HazelcastStore) new HazelcastStoreProvider().open(settings, OPTIONS));
    }

    HazelcastInstance startClient() {
        ClientConfig config = new ClientConfig();
        config.setClusterName(name);
        config.setProperty("hazelcast.logging.type", "jdk");
        config.getNetworkConfig().addAddress(address());
        HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
        clients.add(client);
        return client;
    }

    HazelcastInstance member(int index) {
        return members.get(index).instance();
    }

    /** Where the first member listens. */
    String address() {
        return address(member(0));
    }

    /** Where a member listens. */
    static String address(HazelcastInstance member) {
        InetSocketAddress address = member.getCluster().getLocalMember().getSocketAddress();
        return address.getAddress().getHostAddress() + ':' + address.getPort();
    }

    @Override
    public void close() {
        clients.forEach(HazelcastInstance::shutdown);
        members.forEach(HazelcastStore::close);
    }
}
