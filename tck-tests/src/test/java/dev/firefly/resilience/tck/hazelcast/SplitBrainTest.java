package dev.firefly.resilience.tck.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.bulkhead.Permit;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.hazelcast.HazelcastStore;
import dev.firefly.resilience.hazelcast.HazelcastStoreProvider;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two parts of one cluster that do not know of each other find together: the smaller one was started while nobody was to be
 * found where it looks for others, which is what a split looks like from the inside. Hazelcast merges it into the larger
 * one when it looks again, some 15 seconds later.
 */
@Timeout(180)
class SplitBrainTest {
    private final String cluster = "split-" + UUID.randomUUID();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private HazelcastStore member(int port, int... others) {
        List<String> addresses = new ArrayList<>();
        for (int other : others) {
            addresses.add("127.0.0.1:" + other);
        }
        Settings settings = Settings.of(
                Map.of(
                        "firefly.resilience.hazelcast.cluster-name", cluster,
                        "firefly.resilience.hazelcast.port", String.valueOf(port),
                        "firefly.resilience.hazelcast.members", String.join(",", addresses)),
                "test");
        HazelcastStore store = (HazelcastStore) new HazelcastStoreProvider().open(settings, TestCluster.OPTIONS);
        opened.push(store);
        return store;
    }

    private ResilienceRegistry node(HazelcastStore store) {
        ResilienceRegistry registry = Resilience.builder()
                .store(store)
                .rateLimiter(
                        "x",
                        RateLimiterConfig.builder()
                                .maxTokens(10)
                                .refillRate(0.001)
                                .build())
                .bulkhead("x", BulkheadConfig.builder().maxConcurrent(2).build())
                .build();
        opened.push(registry);
        return registry;
    }

    @Test
    void afterItTheSevererCircuitAndTheEmptierBucketRuleAndPermitsAreBoundTogether() throws Exception {
        int first = freePort();
        HazelcastStore small = member(0, first);
        ResilienceRegistry here = node(small);
        here.circuitBreaker("opened-here").open(Duration.ofMinutes(10));
        here.rateLimiter("x").tryAcquire(7);
        Permit lapsed = here.bulkhead("x").acquire();
        HazelcastStore large = member(first);
        member(0, first);
        ResilienceRegistry there = node(large);
        there.circuitBreaker("opened-there").open(Duration.ofMinutes(10));
        there.rateLimiter("x").tryAcquire(2);
        here.circuitBreaker("opened-there").state();
        assertThat(small.members().all()).hasSize(1);
        assertThat(large.members().all()).hasSize(2);

        await().atMost(Duration.ofMinutes(2)).until(() -> large.members().all().size() == 3);

        for (ResilienceRegistry node : List.of(here, there)) {
            for (String name : List.of("opened-here", "opened-there")) {
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> node.circuitBreaker(name).state().phase() == Phase.OPEN);
            }
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> node.rateLimiter("x").availableTokens() == 3);
        }
        lapsed.close();
        here.bulkhead("x").acquire();
        there.bulkhead("x").acquire();
        assertThat(here.bulkhead("x").tryAcquire()).isEmpty();
        assertThat(there.bulkhead("x").tryAcquire()).isEmpty();
    }
}
