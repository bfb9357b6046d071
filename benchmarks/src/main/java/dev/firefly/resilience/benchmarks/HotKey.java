package dev.firefly.resilience.benchmarks;

import com.hazelcast.map.IMap;
import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import dev.firefly.resilience.config.Settings;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Acknowledged updates of one key that another member owns, each of which changes the record. Ours are outcomes reported
 * to a breaker over the shared store, beside a lock held for each update, and an entry processor.
 */
@State(Scope.Benchmark)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 10, time = 2000, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 2000, timeUnit = TimeUnit.MILLISECONDS)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class HotKey {
    private static final int WINDOW = 64;

    private TwoMembers cluster;
    private ResilienceRegistry registry;
    private CircuitBreakers breakers;
    private String key;
    private IMap<String, byte[]> records;

    /*
     * Success and failure in turn, because a window that is full of either would be no change or would open the circuit.
     * With so many threads no run of failures is as long as the window.
     */
    @State(Scope.Thread)
    public static class Turn {
        private boolean failed;

        boolean next() {
            failed = !failed;
            return failed;
        }
    }

    @Setup
    public void start() throws IOException {
        cluster = TwoMembers.start();
        key = cluster.remoteKey();
        registry = Resilience.builder()
                .store(cluster.store())
                // a call returns when its outcome is in the store, and not before
                .settings(Settings.of(Map.of(Settings.PREFIX + "store.lock-block-timeout", "60s"), "benchmark"))
                .circuitBreaker(
                        key,
                        CircuitBreakerConfig.builder()
                                .windowSize(WINDOW)
                                .failureThreshold(WINDOW)
                                .build())
                .build();
        breakers = registry.circuitBreakers();
        records = cluster.instance().getMap("peers");
        records.set(key, PeerRecord.initial());
    }

    @TearDown
    public void stop() throws IOException {
        CpuProfiler.stop();
        boolean closed = breakers.state(key).isClosed();
        registry.close();
        cluster.close();
        if (!closed) {
            throw new IllegalStateException("the circuit opened, so that not every call was a change");
        }
    }

    @Benchmark
    public void firefly(Turn turn) {
        if (turn.next()) {
            breakers.recordFailure(key);
        } else {
            breakers.recordSuccess(key);
        }
    }

    @Benchmark
    public void lockPerUpdate(Turn turn) throws InterruptedException {
        if (!records.tryLock(key, 60, TimeUnit.SECONDS, 5, TimeUnit.SECONDS)) {
            throw new IllegalStateException("no lock");
        }
        try {
            byte[] before = records.get(key);
            if (!records.replace(key, before, PeerRecord.next(before, turn.next(), now()))) {
                throw new IllegalStateException("the lock was of no use");
            }
        } finally {
            records.unlock(key);
        }
    }

    @Benchmark
    public Long entryProcessor(Turn turn) {
        return records.executeOnKey(key, new AddOutcome(turn.next(), clusterMillis()));
    }

    private long now() {
        return TimeUnit.MILLISECONDS.toNanos(clusterMillis());
    }

    private long clusterMillis() {
        return cluster.instance().getCluster().getClusterTime();
    }
}
