package dev.firefly.resilience.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Clock.Cancellation;
import dev.firefly.resilience.engine.state.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SystemClockTest {
    private static final long HOUR = Duration.ofHours(1).toNanos();

    private final SystemClock clock = new SystemClock();

    @Test
    void whatIsScheduledWhenTheClockIsClosedFallsDueAtOnceAndOnce() {
        AtomicInteger runs = new AtomicInteger();
        clock.schedule(HOUR, runs::incrementAndGet);

        clock.close();
        clock.close();

        assertThat(runs).hasValue(1);
    }

    @Test
    void whatIsScheduledOnAClosedClockFallsDueOnAnotherThread() throws InterruptedException {
        clock.close();
        CountDownLatch ran = new CountDownLatch(1);
        Thread[] thread = new Thread[1];

        clock.schedule(HOUR, () -> {
            thread[0] = Thread.currentThread();
            ran.countDown();
        });

        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(thread[0]).isNotSameAs(Thread.currentThread());
    }

    @Test
    void whatWasCancelledNeverRuns() {
        AtomicInteger runs = new AtomicInteger();
        Cancellation cancellation = clock.schedule(HOUR, runs::incrementAndGet);

        cancellation.cancel();
        clock.close();

        assertThat(runs).hasValue(0);
    }

    @Test
    void anInterruptedThreadDoesNotSleep() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> clock.sleep(HOUR)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void theThreadEndsWhenNothingIsScheduledAndBeginsAnewWhenSomethingIs() throws InterruptedException {
        SystemClock brief = new SystemClock(1);

        Thread first = threadOf(brief);
        Threads.join(List.of(first));
        Thread second = threadOf(brief);

        assertThat(second).isNotSameAs(first);
        assertThat(second.isDaemon()).isTrue();
        brief.close();
    }

    private static Thread threadOf(SystemClock clock) throws InterruptedException {
        BlockingQueue<Thread> ran = new ArrayBlockingQueue<>(1);
        clock.schedule(1_000_000, () -> ran.add(Thread.currentThread()));
        return Objects.requireNonNull(ran.poll(1, TimeUnit.MINUTES), "what was scheduled never ran");
    }
}
