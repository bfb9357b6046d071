package dev.firefly.resilience.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Clock.Cancellation;
import java.time.Duration;
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
}
