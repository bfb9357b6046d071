package dev.firefly.resilience.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.internal.namespace.impl.NodeEngineThreadLocalContext;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.store.ResilienceStoreProvider.Options;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class OwnThreadTest {
    private static final Settings FREE_PORT = Settings.of(
            Map.of(
                    "firefly.resilience.hazelcast.port",
                    "0",
                    "firefly.resilience.hazelcast.cluster-name",
                    "OwnThreadTest"),
            "test");

    @Test
    void aStoreLeavesNothingOfHazelcastWithTheThreadThatOpensAndClosesIt() {
        NodeEngineThreadLocalContext.destroyNodeEngineReference();

        ResilienceStore store =
                new HazelcastStoreProvider().open(FREE_PORT, new Options("own-thread", Duration.ofHours(1)));
        ResilienceStore.Watch watch = store.watch((key, value) -> {});
        watch.close();
        store.watch((key, value) -> {});
        store.close();

        assertThat(NodeEngineThreadLocalContext.getNodeEngineThreadLocalContextOrNull())
                .isNull();
    }

    @Test
    void theTaskSeesWhatTheClassLoaderOfTheCallerSees() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = new ClassLoader(null) {};
        Thread.currentThread().setContextClassLoader(loader);
        try {
            assertThat(OwnThread.<ClassLoader>call(() -> Thread.currentThread().getContextClassLoader()))
                    .isSameAs(loader);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void whatTheTaskThrowsIsThrownHere() {
        IllegalStateException failure = new IllegalStateException("no");
        AssertionError error = new AssertionError("no");

        assertThatThrownBy(() -> OwnThread.run(() -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThatThrownBy(() -> OwnThread.run(() -> {
                    throw error;
                }))
                .isSameAs(error);
    }

    @Test
    void anInterruptionOfTheCallerReachesTheTaskAndStaysWithTheCaller() {
        Thread.currentThread().interrupt();

        boolean reached = OwnThread.call(() -> {
            try {
                new CountDownLatch(1).await();
                return false;
            } catch (InterruptedException e) {
                return true;
            }
        });

        assertThat(reached).isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }
}
