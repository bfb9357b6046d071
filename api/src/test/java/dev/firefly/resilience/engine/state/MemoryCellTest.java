package dev.firefly.resilience.engine.state;

import static dev.firefly.resilience.engine.state.Numbers.add;
import static dev.firefly.resilience.engine.state.SharedNode.unexpected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MemoryCellTest {
    private final ManualClock clock = new ManualClock();
    private final MemoryCells cells = new MemoryCells("node", clock);
    private final Cell<Numbers> cell = cells.cell(Pattern.CIRCUIT_BREAKER, "a", Numbers.TYPE);

    private <A> Change<Numbers, A> update(Transition<Numbers, A> transition) {
        return cell.update(transition, cell.patience(), unexpected());
    }

    @Test
    void allWhoUseANameShareItsState() {
        assertThat(cells.<Numbers>cell(Pattern.CIRCUIT_BREAKER, "a", Numbers.TYPE))
                .isSameAs(cell);
        assertThat(cells.<Numbers>cell(Pattern.CIRCUIT_BREAKER, "b", Numbers.TYPE))
                .isNotSameAs(cell);
        assertThat(cells.<Numbers>cell(Pattern.BULKHEAD, "a", Numbers.TYPE)).isNotSameAs(cell);
        assertThat(cells.owner()).isEqualTo("node");
    }

    @Test
    void everyMethodAppliesATransitionOnceAndReportsItOnce() {
        List<Object> reported = new ArrayList<>();

        Change<Numbers, Integer> first = update(add(1));
        cell.settle(add(2), cell.patience(), reported::add);
        cell.settleAsync(add(3), cell.patience(), reported::add)
                .toCompletableFuture()
                .join();
        cell.gather(add(4), reported::add);
        cell.updateAsync(add(5), cell.patience(), unexpected())
                .toCompletableFuture()
                .join();

        Numbers one = new Numbers(ManualClock.START, List.of(1));
        assertThat(first).isEqualTo(new Change<>(Numbers.TYPE.initial(), one, 0, ManualClock.START));
        assertThat(reported).hasSize(3);
        assertThat(cell.peek().list()).containsExactly(1, 2, 3, 4, 5);
        assertThat(cell.known()).isSameAs(cell.peek());
        assertThat(cell.read(cell.patience())).isSameAs(cell.peek());
        assertThat(cell.readAsync(cell.patience()).toCompletableFuture()).isCompletedWithValue(cell.peek());
    }

    @Test
    void aTransitionThatChangesNothingLeavesTheVerySameState() {
        update(add(1));
        Numbers before = cell.peek();

        Change<Numbers, List<Integer>> change = update(Numbers.look());

        assertThat(change.answer()).containsExactly(1);
        assertThat(cell.peek()).isSameAs(before);
    }

    @Test
    void aStepBackWithinASecondIsNoStep() {
        update(add(1));
        clock.step(Duration.ofSeconds(-1));

        assertThat(cell.now()).isEqualTo(ManualClock.START);
        assertThat(update(add(2)).now()).isEqualTo(ManualClock.START);
        assertThat(cell.peek().since()).isEqualTo(ManualClock.START);
    }

    @Test
    void aLargerStepBackMovesTheStateAlong() {
        update(add(1));
        clock.step(Duration.ofHours(-1));
        long hourAgo = clock.nanos();

        assertThat(update(Numbers.look()).now()).isEqualTo(hourAgo);
        assertThat(cell.peek().since()).isEqualTo(hourAgo);

        update(add(2));
        assertThat(cell.now()).isEqualTo(hourAgo);
        clock.step(Duration.ofHours(-1));
        assertThat(cell.now()).isEqualTo(clock.nanos());
        assertThat(cell.peek().since()).isEqualTo(clock.nanos());
        clock.advance(Duration.ofSeconds(3));
        assertThat(cell.now()).isEqualTo(clock.nanos());
    }

    @Test
    void aTransitionThatLosesOftenGoesOnWithoutRecursionAndAnswersFromTheRoundThatWon() {
        AtomicInteger rivals = new AtomicInteger(1000);

        Change<Numbers, Integer> change = update((state, now) -> {
            if (rivals.getAndDecrement() > 0) {
                update(add(0));
            }
            return new Step<>(new Numbers(now, List.of(7)), state.list().size());
        });

        assertThat(change.answer()).isEqualTo(1000);
        assertThat(change.before().list()).hasSize(1000);
        assertThat(cell.peek().list()).containsExactly(7);
    }

    @Test
    void nothingIsLostAmongManyThreads() throws InterruptedException {
        int threads = 16;
        int each = 50;
        Threads.together(threads, thread -> {
            for (int i = 0; i < each; i++) {
                update(add(thread * each + i));
            }
        });

        assertThat(cell.peek().list()).hasSize(threads * each).doesNotHaveDuplicates();
    }

    // ---- what can wait

    private final Numbers.Tick tick = new Numbers.Tick(5, 1);
    private final List<Change<Numbers, Integer>> told = new ArrayList<>();

    private void gather(Transition<Numbers, Integer> transition, int times) {
        for (int i = 0; i < times; i++) {
            cell.gather(transition, told::add);
        }
    }

    @Test
    void whatCanWaitIsAppliedAtTheFirstTimeAndThenTogetherAfterATenthOfASecond() {
        gather(tick, 4);

        assertThat(cell.peek().list()).containsExactly(5);
        assertThat(told).hasSize(1);

        clock.advance(Duration.ofMillis(99));
        assertThat(cell.peek().list()).containsExactly(5);
        clock.advance(Duration.ofMillis(1));
        assertThat(cell.peek().list()).containsExactly(5, 5, 5, 5);
        assertThat(told).hasSize(2);
        assertThat(clock.timers()).isZero();
    }

    @Test
    void whatComesOnlyOnceInAWhileSetsNoTimer() {
        gather(tick, 1);

        assertThat(clock.timers()).isZero();
    }

    @Test
    void anyOtherChangeComesAfterWhatWasCounted() {
        gather(tick, 3);
        cell.settle(add(7), cell.patience(), change -> {});

        assertThat(cell.peek().list()).containsExactly(5, 5, 5, 7);

        clock.advance(Duration.ofSeconds(1));
        assertThat(cell.peek().list()).containsExactly(5, 5, 5, 7);
    }

    @Test
    void whoReadsSeesWhatWasCounted() {
        gather(tick, 3);

        assertThat(cell.read(cell.patience()).list()).containsExactly(5, 5, 5);
    }

    @Test
    void nothingWaitsOnAStateThatDoesNotLetIt() {
        update(add(7));
        gather(new Numbers.Tick(8, 1), 1);
        update(add(7));
        gather(tick.times(2), 1);

        assertThat(cell.peek().list()).containsExactly(7, 8, 7, 5, 5);
        assertThat(told).hasSize(2);
    }

    @Test
    void anotherThatCanWaitTakesThePlaceOfTheOneThatIsCounted() {
        gather(tick, 2);
        gather(new Numbers.Tick(5, 1), 2);

        assertThat(cell.peek().list()).containsExactly(5, 5, 5);
        clock.advance(Duration.ofMillis(100));
        assertThat(cell.peek().list()).containsExactly(5, 5, 5, 5);
    }

    @Test
    void nothingWaitsOnceTheCellsAreClosed() {
        cells.close();

        gather(tick, 3);

        assertThat(clock.timers()).isZero();
        assertThat(cell.peek().list()).containsExactly(5, 5, 5);
    }

    @Test
    void thereIsOneTimerHoweverOftenTheCountingEndsBeforeIt() {
        for (int i = 0; i < 5; i++) {
            gather(tick, 3);
            cell.read(cell.patience());
        }

        assertThat(clock.timers()).isEqualTo(1);
    }

    @Test
    void whereNothingCanBeScheduledNothingWaits() {
        Clock broken = new Clock() {
            @Override
            public long nanos() {
                return ManualClock.START;
            }

            @Override
            public void sleep(long nanos) {
                throw new AssertionError();
            }

            @Override
            public Cancellation schedule(long nanos, Runnable action) {
                throw new IllegalStateException("no thread to be had");
            }
        };
        Cell<Numbers> unscheduled = new MemoryCells("node", broken).cell(Pattern.CIRCUIT_BREAKER, "a", Numbers.TYPE);

        for (int i = 0; i < 3; i++) {
            unscheduled.gather(tick, told::add);
        }

        assertThat(unscheduled.peek().list()).containsExactly(5, 5, 5);
    }

    @Test
    @Timeout(60)
    void aChangeThatFindsTheCountingJustEndedComesAfterWhatWasCounted() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Countable<Numbers, Integer> slow = new Countable<>() {
            @Override
            public boolean canWait(Numbers state) {
                return tick.canWait(state);
            }

            @Override
            public Transition<Numbers, Integer> times(int count) {
                entered.countDown();
                try {
                    leave.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                return tick.times(count);
            }

            @Override
            public Step<Numbers, Integer> apply(Numbers state, long now) {
                return tick.apply(state, now);
            }
        };
        gather(slow, 3);
        Thread reads = new Thread(() -> cell.read(cell.patience()));
        reads.start();
        entered.await();
        Thread changes = new Thread(() -> update(add(7)));
        changes.start();
        while (changes.getState() != Thread.State.WAITING && changes.isAlive()) {
            Thread.onSpinWait();
        }

        leave.countDown();
        Threads.join(List.of(reads, changes));

        assertThat(cell.peek().list()).containsExactly(5, 5, 5, 7);
    }

    @Test
    void nothingIsLostOrCountedTwiceWhileManyCountAndOthersChangeAndRead() throws InterruptedException {
        int threads = 8;
        int each = 5_000;

        Threads.together(threads, thread -> {
            for (int i = 0; i < each; i++) {
                if (thread > 1) {
                    cell.gather(tick, change -> {});
                } else if (i % 100 == 0) {
                    update(thread == 0 ? add(7) : (state, now) -> new Step<>(state, 0));
                }
            }
        });

        List<Integer> all = cell.read(cell.patience()).list();
        assertThat(all).filteredOn(number -> number == 5).hasSize((threads - 2) * each);
        assertThat(all).filteredOn(number -> number == 7).hasSize(each / 100);
    }
}
