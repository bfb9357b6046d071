package dev.firefly.resilience.engine.state;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LanesTest {
    private static Thread threadOf(Lanes lanes, int lane) throws InterruptedException {
        AtomicReference<Thread> thread = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(1);
        lanes.execute(lane, () -> {
            thread.set(Thread.currentThread());
            done.countDown();
        });
        assertThat(done.await(1, MINUTES)).isTrue();
        return thread.get();
    }

    private static boolean isAnyThreadNamed(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith(name));
    }

    @Test
    void theTasksOfALaneRunInTheirOrder() throws InterruptedException {
        try (Lanes lanes = new Lanes("order", 2)) {
            List<Integer> ran = Collections.synchronizedList(new ArrayList<>());
            CountDownLatch last = new CountDownLatch(1);
            for (int i = 0; i < 1000; i++) {
                int number = i;
                lanes.execute(1, () -> ran.add(number));
            }
            lanes.execute(1, last::countDown);

            assertThat(last.await(1, MINUTES)).isTrue();
            assertThat(ran).hasSize(1000).isSorted();
        }
    }

    @Test
    void aLaneThatHangsDelaysOnlyItself() throws InterruptedException {
        try (Lanes lanes = new Lanes("hung", 2)) {
            CountDownLatch release = new CountDownLatch(1);
            CountDownLatch behind = new CountDownLatch(1);
            lanes.execute(0, () -> awaitQuietly(release));
            lanes.execute(0, behind::countDown);

            assertThat(threadOf(lanes, 1)).isNotNull();
            assertThat(behind.getCount()).isEqualTo(1);

            release.countDown();
            assertThat(behind.await(1, MINUTES)).isTrue();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aTaskThatThrowsDoesNotStopTheOnesBehindIt() throws Exception {
        try (Lanes lanes = new Lanes("throwing", 1);
                LogWatch log = new LogWatch("dev.firefly.resilience.store")) {
            lanes.execute(0, () -> {
                throw new IllegalStateException("on purpose");
            });
            lanes.execute(0, () -> {
                throw new LinkageError("on purpose");
            });

            assertThat(threadOf(lanes, 0)).isNotNull();
            assertThat(log.lines()).hasSize(2).allMatch(line -> line.startsWith("SEVERE"));
        }
    }

    @Test
    void anyNumberNamesALane() throws InterruptedException {
        try (Lanes lanes = new Lanes("numbers", 3)) {
            assertThat(threadOf(lanes, -1)).isNotNull();
            assertThat(threadOf(lanes, Integer.MAX_VALUE)).isNotNull();
            assertThat(threadOf(lanes, Integer.MIN_VALUE)).isNotNull();
        }
    }

    @Test
    void thereIsNoThreadBeforeTheFirstTaskAndNoneAfterTheEnd() throws InterruptedException {
        Lanes lanes = new Lanes("lifetime", 4);
        assertThat(isAnyThreadNamed("lifetime")).isFalse();

        Thread thread = threadOf(lanes, 2);
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getContextClassLoader()).isSameAs(Lanes.class.getClassLoader());

        lanes.close();
        thread.join(60_000);
        assertThat(thread.isAlive()).isFalse();
        assertThat(isAnyThreadNamed("lifetime")).isFalse();
    }

    @Test
    void whatIsGivenToAClosedLaneNeverRunsAndDoesNoHarm() {
        Lanes lanes = new Lanes("closed", 1);
        lanes.close();

        lanes.execute(0, () -> {
            throw new AssertionError("closed");
        });

        assertThat(isAnyThreadNamed("closed")).isFalse();
    }
}
