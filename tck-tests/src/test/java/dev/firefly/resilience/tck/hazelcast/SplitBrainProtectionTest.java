package dev.firefly.resilience.tck.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.hazelcast.config.Config;
import com.hazelcast.config.InMemoryYamlConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.hazelcast.HazelcastStore;
import dev.firefly.resilience.store.StoreStatus.Mode;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The protection that the page on Hazelcast shows: who sees too few members does not count. */
@Timeout(180)
class SplitBrainProtectionTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String cluster = "protected-" + UUID.randomUUID();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    private static String example() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "hazelcast.md"));
        Matcher example = Pattern.compile("(?s)\n## Split-brain protection\n.*?```yaml\n(.*?)```")
                .matcher(page);
        assertThat(example.find()).isTrue();
        return example.group(1);
    }

    private HazelcastInstance member(HazelcastInstance... others) throws IOException {
        Config config = new InMemoryYamlConfig(example()).setClusterName(cluster);
        config.setProperty("hazelcast.logging.type", "jdk")
                .setProperty("hazelcast.phone.home.enabled", "false")
                .setProperty("hazelcast.socket.bind.any", "false");
        config.getNetworkConfig().setPort(0);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        JoinConfig join = config.getNetworkConfig().getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true);
        for (HazelcastInstance other : others) {
            join.getTcpIpConfig().addMember(TestCluster.address(other));
        }
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        opened.push(member::shutdown);
        return member;
    }

    private ResilienceRegistry registry(HazelcastInstance member, String onFailure) {
        HazelcastStore store = HazelcastStore.over(member, TestCluster.OPTIONS);
        opened.push(store);
        ResilienceRegistry registry = Resilience.builder()
                .store(store)
                .settings(Settings.of(Map.of("firefly.resilience.store.on-failure", onFailure), "test"))
                .build();
        opened.push(registry);
        return registry;
    }

    private static void awaitMode(ResilienceRegistry registry, Mode mode) {
        await().atMost(PATIENCE).until(() -> {
            askTheStore(registry);
            return registry.storeStatus().mode() == mode;
        });
    }

    /** A change, which is what tells whether the store can be written. */
    private static void askTheStore(ResilienceRegistry registry) {
        try {
            registry.rateLimiter("asked").tryAcquire();
        } catch (StoreUnavailableException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_UNAVAILABLE);
        }
    }

    @ParameterizedTest
    @CsvSource({"local", "fail", "open"})
    void aMemberThatSeesTooFewGoesByThePolicyAndIsBackWhenItSeesEnough(String onFailure) throws Exception {
        HazelcastInstance first = member();
        ResilienceRegistry here = registry(first, onFailure);
        awaitMode(here, Mode.DEGRADED);

        HazelcastInstance second = member(first);
        ResilienceRegistry there = registry(second, onFailure);
        awaitMode(here, Mode.SHARED);
        awaitMode(there, Mode.SHARED);
        there.circuitBreaker("x").open(Duration.ofMinutes(10));
        await().atMost(PATIENCE).until(() -> here.circuitBreaker("x").state().phase() == Phase.OPEN);

        second.shutdown();
        awaitMode(here, Mode.DEGRADED);
    }

    @Test
    void underFailTheWordThatItIsRefusedComesThrough() throws Exception {
        ResilienceRegistry alone = registry(member(), "fail");
        awaitMode(alone, Mode.DEGRADED);

        assertThatThrownBy(() -> alone.rateLimiter("x").tryAcquire())
                .isInstanceOf(StoreUnavailableException.class)
                .hasStackTraceContaining("SplitBrainProtectionException");
    }
}
