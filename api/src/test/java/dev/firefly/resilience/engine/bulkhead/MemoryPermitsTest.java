package dev.firefly.resilience.engine.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.engine.state.Threads;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many threads at the permits of one node. */
@Timeout(120)
class MemoryPermitsTest {
    private static final int LIMIT = 5;
    private static final Rules RULES = Ledgers.rules(LIMIT, Ledgers.TTL, false);

    private final ManualClock clock = new ManualClock();
    private final MemoryPermits permits = new MemoryPermits(clock);

    private void assertThatAllAreThere() {
        assertThat(permits.held()).isZero();
        for (int i = 0; i < LIMIT; i++) {
            assertThat(permits.take(RULES, clock.nanos())).isNotNull();
        }
        assertThat(permits.take(RULES, clock.nanos())).isNull();
    }

    @Test
    void threadsThatTakeAtOnceGetAsManyAsThereAre() throws InterruptedException {
        for (int round = 0; round < 50; round++) {
            Queue<Lease> taken = new ConcurrentLinkedQueue<>();

            Threads.together(8, thread -> {
                Lease lease = permits.take(RULES, clock.nanos());
                if (lease != null) {
                    taken.add(lease);
                }
            });

            assertThat(taken).hasSize(LIMIT);
            taken.forEach(Lease::giveBack);
        }
        assertThatAllAreThere();
    }

    @Test
    void permitsThatLapseWhileTheyAreGivenBackAreCountedOnce() throws InterruptedException {
        for (int round = 0; round < 200; round++) {
            Queue<Lease> taken = new ConcurrentLinkedQueue<>();
            for (int i = 0; i < LIMIT; i++) {
                taken.add(permits.take(RULES, clock.nanos()));
            }
            Duration over = Duration.ofNanos(2 * Ledgers.TTL);

            Threads.together(4, thread -> {
                if (thread == 0) {
                    clock.step(over);
                    permits.take(Ledgers.rules(0, Ledgers.TTL, false), clock.nanos()); // lapses what is over
                } else {
                    for (Lease lease = taken.poll(); lease != null; lease = taken.poll()) {
                        lease.giveBack();
                    }
                }
            });

            assertThat(permits.held()).isZero();
        }
        assertThatAllAreThere();
    }

    @Test
    void nothingIsLostOrMintedWhileTimeRunsAndLeasesLapse() throws InterruptedException {
        Duration step = Duration.ofNanos(Ledgers.TTL / 20);

        Threads.together(4, thread -> {
            Deque<Lease> mine = new ArrayDeque<>();
            for (int i = 0; i < 20_000; i++) {
                Lease lease = permits.take(RULES, clock.nanos());
                if (lease != null) {
                    mine.add(lease);
                }
                if (i % 3 == thread % 3 && !mine.isEmpty()) {
                    mine.remove().giveBack();
                }
                if (i % 16 == 0) {
                    clock.step(step);
                }
            }
        });

        assertThat(permits.held()).isBetween(0L, (long) LIMIT);
        clock.step(Duration.ofNanos(2 * Ledgers.TTL));
        assertThatAllAreThere();
    }
}
