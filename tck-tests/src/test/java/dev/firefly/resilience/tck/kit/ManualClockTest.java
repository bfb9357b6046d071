package dev.firefly.resilience.tck.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ManualClockTest {
    private static final long SECOND = 1_000_000_000L;

    private final ManualClock clock = new ManualClock();
    private final List<String> ran = new ArrayList<>();

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    private void note(String name) {
        ran.add(name + " at " + (clock.nanos() - ManualClock.START) / SECOND);
    }

    @Test
    void itStandsStillUntilItIsMoved() {
        assertThat(clock.nanos()).isEqualTo(ManualClock.START);

        clock.advance(Duration.ofMillis(1500));

        assertThat(clock.nanos()).isEqualTo(ManualClock.START + 1_500_000_000L);
        assertThat(clock.now()).isEqualTo(Instant.parse("2023-11-14T22:13:21.5Z"));
    }

    @Test
    void whatFallsDueRunsInItsOrderAtItsOwnTimeAndOnTheThreadThatMovesTheClock() {
        List<Thread> threads = new ArrayList<>();
        clock.schedule(3 * SECOND, () -> note("late"));
        clock.schedule(SECOND, () -> note("early"));
        clock.schedule(3 * SECOND, () -> note("later"));
        clock.schedule(2 * SECOND, () -> threads.add(Thread.currentThread()));
        clock.schedule(4 * SECOND, () -> note("never"));

        clock.advance(Duration.ofSeconds(3));

        assertThat(ran).containsExactly("early at 1", "late at 3", "later at 3");
        assertThat(threads).containsExactly(Thread.currentThread());
        assertThat(clock.timers()).isEqualTo(1);
    }

    @Test
    void whatIsScheduledOnTheWayRunsOnTheWayToo() {
        clock.schedule(SECOND, () -> clock.schedule(SECOND, () -> note("second")));

        clock.advance(Duration.ofSeconds(5));

        assertThat(ran).containsExactly("second at 2");
        assertThat(clock.nanos()).isEqualTo(ManualClock.START + 5 * SECOND);
    }

    @Test
    void whatIsDueAtOnceWaitsForTheNextMove() {
        clock.schedule(0, () -> note("due"));
        clock.schedule(-1, () -> note("overdue"));
        assertThat(ran).isEmpty();

        clock.advance(Duration.ZERO);

        assertThat(ran).containsExactly("due at 0", "overdue at 0");
    }

    @Test
    void aCancelledActionDoesNotRun() {
        Clock.Cancellation cancellation = clock.schedule(SECOND, () -> note("never"));

        cancellation.cancel();
        cancellation.cancel();
        clock.advance(Duration.ofDays(1));

        assertThat(ran).isEmpty();
    }

    @Test
    void theNextActionCanBeRunWithoutKnowingWhenItIsDue() {
        assertThat(clock.runNext()).isFalse();
        clock.schedule(7 * SECOND, () -> note("next"));

        assertThat(clock.runNext()).isTrue();

        assertThat(ran).containsExactly("next at 7");
        assertThat(clock.runNext()).isFalse();
    }

    @Test
    void aStepMovesTheTimeAndRunsNothing() {
        clock.schedule(SECOND, () -> note("due"));

        clock.step(Duration.ofSeconds(10));
        assertThat(ran).isEmpty();
        clock.step(Duration.ofSeconds(-3));
        clock.advance(Duration.ZERO);

        assertThat(ran).containsExactly("due at 7");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> clock.advance(Duration.ofNanos(-1)))
                .withMessageContaining("backwards");
    }

    @Test
    void aSleepMovesTheTimeOnByItself() throws InterruptedException {
        clock.schedule(SECOND, () -> note("meanwhile"));

        clock.sleep(2 * SECOND);
        clock.sleep(0);
        clock.sleep(-5);

        assertThat(clock.nanos()).isEqualTo(ManualClock.START + 2 * SECOND);
        assertThat(ran).containsExactly("meanwhile at 1");
        assertThat(clock.sleeps()).containsExactly(Duration.ofSeconds(2));
    }

    @Test
    void whoeverIsInterruptedDoesNotSleep() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> clock.sleep(SECOND)).isInstanceOf(InterruptedException.class);

        assertThat(clock.nanos()).isEqualTo(ManualClock.START);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    // ---- with threads

    private static CompletableFuture<Boolean> sleeping(ManualClock clock, long nanos) {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                clock.sleep(nanos);
                interrupted.complete(false);
            } catch (InterruptedException e) {
                interrupted.complete(true);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return interrupted;
    }

    @Test
    void aThreadSleepsUntilTheClockHasBeenMovedFarEnough() throws InterruptedException {
        ManualClock held = ManualClock.forThreads();
        CompletableFuture<Boolean> shortSleep = sleeping(held, 2 * SECOND);
        CompletableFuture<Boolean> longSleep = sleeping(held, 3 * SECOND);
        held.awaitSleepers(2);
        assertThat(held.timers()).as("sleepers are no timers").isZero();

        held.advance(Duration.ofSeconds(2));

        assertThat(shortSleep).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(false);
        assertThat(longSleep).isNotDone();
        assertThat(held.sleepers()).isEqualTo(1);
        assertThat(held.runNext()).isTrue();
        assertThat(longSleep).succeedsWithin(Duration.ofSeconds(30));
        assertThat(held.nanos()).isEqualTo(ManualClock.START + 3 * SECOND);
        assertThat(held.sleeps()).containsExactlyInAnyOrder(Duration.ofSeconds(2), Duration.ofSeconds(3));
    }

    @Test
    void aSleepCanBeInterrupted() throws InterruptedException {
        ManualClock held = ManualClock.forThreads();
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        Thread sleeper = new Thread(() -> {
            try {
                held.sleep(SECOND);
            } catch (InterruptedException e) {
                ended.complete(Thread.currentThread().isInterrupted());
            }
        });
        sleeper.setDaemon(true);
        sleeper.start();
        held.awaitSleepers(1);

        sleeper.interrupt();

        assertThat(ended).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(false);
        assertThat(held.sleepers()).isZero();
    }

    @Test
    void whoeverAwaitsATimerIsToldWhenItIsThere() throws InterruptedException {
        CompletableFuture<Boolean> there = CompletableFuture.supplyAsync(() -> {
            try {
                clock.awaitTimers(1);
                return true;
            } catch (InterruptedException e) {
                return false;
            }
        });

        clock.schedule(SECOND, () -> {});

        assertThat(there).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(true);
        clock.awaitTimers(1);
    }
}
