package dev.firefly.resilience.engine.timelimiter;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.engine.ManualTime;
import dev.firefly.resilience.engine.state.LogWatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadlineWatchTest {
    private final ManualTime time = new ManualTime();
    private final DeadlineWatch watch = new DeadlineWatch(time);
    private final List<String> rung = new ArrayList<>();

    @AfterEach
    void noInterruptIsLeft() {
        assertThat(Thread.interrupted()).isFalse();
    }

    private Slot begin(Duration limit) {
        return watch.begin(watch.after(limit), true);
    }

    private Slot alarm(String name, Duration limit) {
        return watch.set(watch.after(limit), slot -> rung.add(name + " " + time.instant()));
    }

    @Test
    void aThreadIsInterruptedAtItsDeadlineAndNotBefore() {
        Slot slot = begin(ofSeconds(1));

        time.moveBy(ofSeconds(1).minusNanos(1));
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        time.moveBy(ofNanos(1));
        assertThat(Thread.currentThread().isInterrupted()).isTrue();

        assertThat(watch.end(slot)).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void aCallThatEndsInTimeIsNotInterruptedAfterwards() {
        assertThat(watch.end(begin(ofSeconds(1)))).isFalse();

        time.moveBy(ofSeconds(2));

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void withoutInterruptItIsOnlyNotedThatTheDeadlineCame() {
        Slot slot = watch.begin(watch.after(ofSeconds(1)), false);

        time.moveBy(ofSeconds(1));

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(watch.end(slot)).isTrue();
    }

    @Test
    void anInterruptFromElsewhereIsKeptWhenTheDeadlineDidNotCome() {
        Slot slot = begin(ofSeconds(1));
        Thread.currentThread().interrupt();

        assertThat(watch.end(slot)).isFalse();

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anInterruptFromElsewhereIsKeptWhenTheDeadlineDoesNotInterrupt() {
        Slot slot = watch.begin(watch.after(ofSeconds(1)), false);
        Thread.currentThread().interrupt();
        time.moveBy(ofSeconds(1));

        assertThat(watch.end(slot)).isTrue();

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anInterruptOfALimitFurtherOutIsNotClearedAwayByTheOneInside() {
        Slot outer = begin(ofSeconds(1));
        Slot inner = begin(ofSeconds(1));
        time.moveBy(ofSeconds(1));
        Thread.interrupted(); // as a wait does, once for both

        watch.end(inner);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();

        watch.end(outer);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void aLimitFurtherOutThatIsStillToComeInterruptsLater() {
        Slot outer = begin(ofSeconds(2));
        Slot inner = begin(ofSeconds(1));
        time.moveBy(ofSeconds(1));
        watch.end(inner);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();

        time.moveBy(ofSeconds(1));

        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        watch.end(outer);
    }

    @Test
    void alarmsRingInTheOrderOfTheirDeadlines() {
        alarm("late", ofSeconds(3));
        alarm("early", ofSeconds(1));
        alarm("between", ofSeconds(2));

        time.moveBy(ofSeconds(5));

        assertThat(rung)
                .containsExactly(
                        "early 2026-01-01T00:00:01Z", "between 2026-01-01T00:00:02Z", "late 2026-01-01T00:00:03Z");
        assertThat(time.pending()).isZero();
    }

    @Test
    void anEarlierDeadlineTakesThePlaceOfThePlannedSweep() {
        alarm("late", ofSeconds(3));
        alarm("early", ofSeconds(1));

        assertThat(time.pending()).isEqualTo(1);
        assertThat(time.waits()).containsExactly(ofSeconds(3), ofSeconds(1));
    }

    @Test
    void oneSweepPerTimeoutServesAllCallsOfThatTimeout() {
        for (int i = 0; i < 1_000; i++) {
            watch.end(begin(ofSeconds(1)));
            time.moveBy(ofMillis(10));
        }

        assertThat(time.waits()).hasSizeLessThanOrEqualTo(10);
        assertThat(time.pending()).isLessThanOrEqualTo(1);
    }

    @Test
    void aSweepPlansTheNextForTheEarliestDeadlineThatIsLeft() {
        watch.end(begin(ofSeconds(1)));
        time.moveBy(ofMillis(400));
        alarm("left", ofSeconds(1));

        time.moveBy(ofMillis(600));

        assertThat(time.waits()).containsExactly(ofSeconds(1), ofMillis(400));
        time.moveBy(ofMillis(400));
        assertThat(rung).hasSize(1);
    }

    @Test
    void whenNoCallIsLeftNoTimerIs() {
        for (int i = 0; i < 1_000_000; i++) {
            watch.end(begin(ofSeconds(1)));
        }
        assertThat(time.waits()).hasSize(1);

        time.moveBy(ofSeconds(1));

        assertThat(time.pending()).isZero();
        assertThat(time.waits()).hasSize(1);
    }

    @Test
    void aDeadlineOfCenturiesNeedsNoSweep() {
        Slot slot = begin(ofNanos(Long.MAX_VALUE));

        assertThat(time.waits()).isEmpty();
        assertThat(watch.end(slot)).isFalse();
    }

    @Test
    void tenThousandCallsAtTheSameTimeAllHaveTheirDeadline() {
        for (int i = 0; i < 10_000; i++) {
            alarm("call", ofSeconds(1).plusNanos(i));
        }

        time.moveBy(ofSeconds(2));

        assertThat(rung).hasSize(10_000);
        assertThat(time.pending()).isZero();
        assertThat(time.waits()).hasSizeLessThan(1_000);
    }

    @Test
    void anAlarmThatThrowsIsLoggedAndTheOthersRing() throws Exception {
        watch.set(watch.after(ofSeconds(1)), slot -> {
            throw new IllegalStateException("on purpose");
        });
        alarm("next", ofSeconds(1));
        alarm("later", ofSeconds(2));

        try (LogWatch log = new LogWatch("dev.firefly.resilience.timelimiter")) {
            time.moveBy(ofSeconds(2));
            assertThat(log.lines()).containsExactly("SEVERE A call could not be ended at its deadline");
        }

        assertThat(rung).hasSize(2);
    }

    @Test
    void anAlarmMaySetTheNextOne() {
        watch.set(watch.after(ofSeconds(1)), slot -> {
            slot.release();
            alarm("second", ofSeconds(1));
        });

        time.moveBy(ofSeconds(2));

        assertThat(rung).containsExactly("second 2026-01-01T00:00:02Z");
    }

    @Test
    void aClockThatEndsAndLetsEverythingFallDueEndsEveryCallThatIsUnderWay() {
        List<Runnable> due = new ArrayList<>();
        DeadlineWatch ending = new DeadlineWatch(new Scheduling((nanos, action) -> {
            due.add(action);
            return () -> {};
        }));
        ending.set(ending.after(ofSeconds(5)), slot -> rung.add("first"));
        ending.set(ending.after(ofSeconds(9)), slot -> rung.add("second"));

        for (int i = 0; i < due.size(); i++) {
            due.get(i).run();
        }

        assertThat(rung).containsExactly("first", "second");
        assertThat(due).hasSize(2);
    }

    @Test
    void aClockThatCannotScheduleFailsTheCallAndOnlyThatOne() {
        AtomicBoolean broken = new AtomicBoolean(true);
        Scheduling clock = new Scheduling((nanos, action) -> {
            if (broken.get()) {
                throw new IllegalStateException("on purpose");
            }
            return time.schedule(nanos, action);
        });
        DeadlineWatch watching = new DeadlineWatch(clock);

        assertThatThrownBy(() -> watching.begin(watching.after(ofSeconds(1)), true))
                .hasMessage("on purpose");
        broken.set(false);
        watching.set(watching.after(ofSeconds(2)), slot -> rung.add("rung"));
        time.moveBy(ofSeconds(2));

        assertThat(rung).containsExactly("rung");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /** The manual time, with another way to schedule. */
    private final class Scheduling implements Clock {
        private final Way way;

        interface Way {
            Cancellation schedule(long nanos, Runnable action);
        }

        Scheduling(Way way) {
            this.way = way;
        }

        @Override
        public long nanos() {
            return time.nanos();
        }

        @Override
        public void sleep(long nanos) {
            throw new AssertionError("nobody sleeps here");
        }

        @Override
        public Cancellation schedule(long nanos, Runnable action) {
            return way.schedule(nanos, action);
        }
    }
}
