package dev.firefly.resilience.benchmarks;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.hazelcast.HazelcastStore;
import dev.firefly.resilience.hazelcast.HazelcastStoreProvider;
import dev.firefly.resilience.store.ResilienceStoreProvider.Options;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A cluster of two on the loopback interface: one member in this JVM, the other in one that is started here. */
final class TwoMembers implements AutoCloseable {
    static final Options OPTIONS = new Options("firefly:resilience", Duration.ofHours(24));

    private final HazelcastStore store;
    private final Process other;
    private final BufferedReader answers;

    private TwoMembers(HazelcastStore store, Process other) {
        this.store = store;
        this.other = other;
        this.answers = new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8));
    }

    static TwoMembers start() throws IOException {
        String cluster = "benchmark-" + UUID.randomUUID();
        HazelcastStore store = open(cluster, "");
        InetSocketAddress here =
                (InetSocketAddress) store.instance().getLocalEndpoint().getSocketAddress();
        TwoMembers both = new TwoMembers(store, startOther(cluster, "127.0.0.1:" + here.getPort()));
        String answer = both.answers.readLine();
        if (!OtherMember.READY.equals(answer)) {
            both.close();
            throw new IOException("The other member did not join: " + answer);
        }
        CpuProfiler.include(both::otherNanos);
        return both;
    }

    /** Opens the store by its settings, as an application does. */
    static HazelcastStore open(String cluster, String members) {
        Map<String, String> settings = Map.of(
                Settings.PREFIX + "hazelcast.cluster-name", cluster,
                Settings.PREFIX + "hazelcast.members", members,
                Settings.PREFIX + "hazelcast.port", "0");
        return (HazelcastStore) new HazelcastStoreProvider().open(Settings.of(settings, "benchmark"), OPTIONS);
    }

    private static Process startOther(String cluster, String members) throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms512m",
                        "-Xmx512m",
                        "-XX:+AlwaysPreTouch",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherMember.class.getName(),
                        cluster,
                        members))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** The processor time the other member has used until now. */
    private long otherNanos() {
        try {
            other.getOutputStream().write('\n');
            other.getOutputStream().flush();
            return Long.parseLong(answers.readLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    HazelcastStore store() {
        return store;
    }

    HazelcastInstance instance() {
        return store.instance();
    }

    /** A key whose partition the other member owns. */
    String remoteKey() {
        Member self = instance().getCluster().getLocalMember();
        return IntStream.range(0, 10_000)
                .mapToObj(i -> "hot-" + i)
                .filter(key -> !self.equals(
                        instance().getPartitionService().getPartition(key).getOwner()))
                .findFirst()
                .orElseThrow();
    }

    /** Ends both; the other one also ends by itself when this process is gone. */
    @Override
    public void close() throws IOException {
        store.close();
        other.getOutputStream().close();
        try {
            if (!other.waitFor(10, TimeUnit.SECONDS)) {
                other.destroyForcibly();
            }
        } catch (InterruptedException e) {
            other.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
