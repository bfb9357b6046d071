package dev.firefly.resilience.tck.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.firefly.resilience.hazelcast.HazelcastStore;
import dev.firefly.resilience.store.ResilienceStore;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** Tests of a pattern in a map of Hazelcast, seen from a member of two and from a client. */
abstract class OnHazelcast {
    private static TestCluster cluster;
    private static HazelcastInstance client;

    /** The instance's name, and that of its entry; no other test uses it. */
    final String name = "test-" + UUID.randomUUID();

    private final Seat seat;
    private final List<ResilienceStore> opened = new ArrayList<>();

    enum Seat {
        MEMBER,
        CLIENT
    }

    OnHazelcast(Seat seat) {
        this.seat = seat;
    }

    @BeforeAll
    static void startCluster() {
        cluster = TestCluster.of(2);
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

    @AfterEach
    final void closeStores() {
        opened.forEach(ResilienceStore::close);
    }

    /** A store over the member or the client, as the test is run. */
    final CountingStore here() {
        return over(seat == Seat.CLIENT ? client : cluster.member(0));
    }

    /** A store over the other member. */
    final CountingStore there() {
        return over(cluster.member(1));
    }

    private CountingStore over(HazelcastInstance instance) {
        CountingStore store = new CountingStore(HazelcastStore.over(instance, TestCluster.OPTIONS));
        opened.add(store);
        return store;
    }

    static IMap<String, byte[]> map(String pattern) {
        return cluster.member(1).getMap("firefly:resilience:" + pattern);
    }

    /** Runs the action while somebody else holds the lock of this test's entry. */
    final void whileLocked(String pattern, Runnable action) throws InterruptedException {
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        Thread outsider = new Thread(() -> {
            map(pattern).lock(name);
            locked.countDown();
            awaitUninterrupted(free);
            map(pattern).unlock(name);
        });
        outsider.start();
        locked.await();
        try {
            action.run();
        } finally {
            free.countDown();
            outsider.join();
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
