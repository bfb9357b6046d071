package dev.firefly.resilience.tck.hazelcast;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.map.IMap;
import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.hazelcast.HazelcastStore;
import dev.firefly.resilience.hazelcast.HazelcastStoreProvider;
import dev.firefly.resilience.store.ResilienceStoreProvider.Options;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * 500,000 names, each used once, on an embedded member as an application has it; only the idle time is shorter. A tenth of
 * them is used by this node, call by call. The records of the others are put into the map all at once, as a node that has
 * left may have left them behind: to write them one by one takes a minute, and shows nothing else.
 */
class ManyNamesIT {
    private static final int NAMES = 500_000;
    private static final int OWN = NAMES / 10;
    private static final int AT_ONCE = 10_000;
    /** So many a registry keeps until another one is added, however idle they are. */
    private static final int FEW = 1_000;

    private static final int THREADS = 8;
    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final long MEGABYTE = 1 << 20;

    private static HazelcastStore store() {
        Settings settings = Settings.of(
                Map.of(
                        "firefly.resilience.hazelcast.cluster-name",
                        "test-" + UUID.randomUUID(),
                        "firefly.resilience.hazelcast.port",
                        "0"),
                "test");
        return (HazelcastStore) new HazelcastStoreProvider().open(settings, new Options("many", IDLE));
    }

    private static ResilienceRegistry registry(HazelcastStore store) {
        return Resilience.builder()
                .store(store)
                .settings(Settings.of(
                        Map.of(
                                "firefly.resilience.store.prefix", "many",
                                "firefly.resilience.store.idle-ttl", IDLE.toSeconds() + "s",
                                "firefly.resilience.store.max-staleness", "4s",
                                "firefly.resilience.store.lock-block-timeout", "30s",
                                "firefly.resilience.registry.max-dynamic-instances", "1000000"),
                        "test"))
                .build();
    }

    /** The bytes in use once the garbage is gone. */
    private static long bytesInUse() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** From several threads, so that the store is kept busy. */
    private static void failOnceUnderEachName(ResilienceRegistry registry) throws Exception {
        AtomicInteger next = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            Callable<Boolean> work = () -> {
                for (int user = next.getAndIncrement(); user < OWN; user = next.getAndIncrement()) {
                    registry.circuitBreakers().recordFailure("user-" + user);
                }
                return true;
            };
            for (var done : threads.invokeAll(
                    IntStream.range(0, THREADS).mapToObj(i -> work).toList())) {
                assertThat(done.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void leaveRecordsUnderAllOthers(IMap<String, byte[]> map) {
        byte[] record = map.get("user-0");
        for (int user = OWN; user < NAMES; user += AT_ONCE) {
            map.putAll(IntStream.range(user, user + AT_ONCE)
                    .boxed()
                    .collect(Collectors.toMap(other -> "user-" + other, other -> record)));
        }
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    @Test
    void theyLeaveTheHeapAndTheMapAsTheyWereAfterTheIdleTime() throws Exception {
        try (HazelcastStore store = store();
                ResilienceRegistry registry = registry(store)) {
            IMap<String, byte[]> map = store.instance().getMap("many:circuit-breaker");
            registry.circuitBreaker("forced").forceOpen();
            long before = bytesInUse();
            long start = System.nanoTime();

            failOnceUnderEachName(registry);
            leaveRecordsUnderAllOthers(map);
            double written = secondsSince(start);
            int entries = map.size();
            long most = bytesInUse();
            assertThat(entries).as("records").isEqualTo(NAMES + 1);

            start = System.nanoTime();
            await().atMost(300, SECONDS)
                    .pollInterval(1, SECONDS)
                    .untilAsserted(() -> assertThat(map.size()).isEqualTo(1));
            double mapEmpty = secondsSince(start);
            await().atMost(300, SECONDS).pollInterval(1, SECONDS).untilAsserted(() -> {
                // first, since names whose instances are still to be collected are kept
                assertThat(bytesInUse() - before).isLessThan((most - before) / 10);
                assertThat(registry.describe().size()).isLessThanOrEqualTo(FEW);
            });

            System.out.printf(
                    "%,d names on Hazelcast: written in %.1f s, %,d records at once, gone %.1f s later (idle time %d s),"
                            + " the heap %.1f s later; MB in use: %d before, %d with all of them, %d after the idle time%n",
                    NAMES,
                    written,
                    entries,
                    mapEmpty,
                    IDLE.toSeconds(),
                    secondsSince(start),
                    before / MEGABYTE,
                    most / MEGABYTE,
                    bytesInUse() / MEGABYTE);
            assertThat(map.containsKey("forced")).isTrue();
            assertThat(registry.circuitBreaker("forced").state().phase()).isEqualTo(Phase.FORCED_OPEN);
        }
    }
}
