package dev.firefly.resilience.engine.state;

import static dev.firefly.resilience.engine.state.Numbers.add;
import static dev.firefly.resilience.engine.state.SharedNode.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.store.StoreUnavailableException;
import dev.firefly.resilience.tck.kit.Gate;
import dev.firefly.resilience.tck.kit.Operation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a node knows of a shared record, and how it stays up to date. */
@Timeout(120)
class SharedCellTest {
    private final SharedNode node = SharedNode.alone();

    private Numbers read() {
        return node.cell.read(node.cell.patience());
    }

    private List<Integer> known() {
        return node.cell.known().list();
    }

    @Test
    void theFirstLookHasToAskTheStore() {
        assertThat(node.cell.peek()).isNull();
        assertThat(node.store.calls()).isEmpty();

        assertThat(read().list()).isEmpty();

        assertThat(node.cell.peek()).isEqualTo(Numbers.TYPE.initial());
        assertThat(node.store.count(Operation.READ)).isEqualTo(1);
        assertThat(node.store.count(Operation.LOCK)).isZero();
        assertThat(node.store.value(KEY)).isNull();
    }

    @Test
    void whatANodeHasWrittenItKnowsWithoutAsking() {
        node.update(add(1));
        node.store.forgetCalls();

        assertThat(node.cell.peek().list()).containsExactly(1);
        assertThat(read().list()).containsExactly(1);
        assertThat(node.store.calls()).isEmpty();
    }

    @Test
    void aViewIsGoodUntilItIsOlderThanTheStalenessAllowed() {
        read();
        node.clock.step(SharedNode.STALENESS);
        assertThat(node.cell.peek()).isNotNull();

        node.clock.step(Duration.ofNanos(1));
        assertThat(node.cell.peek()).isNull();
        assertThat(node.cell.known()).isNotNull();
    }

    @Test
    void aNameInUseIsRefreshedInTheBackground() {
        read();
        node.store.forgetCalls();
        Thread here = Thread.currentThread();

        for (int i = 0; i < 40; i++) {
            node.clock.advance(Duration.ofMillis(250));
            node.awaitReads();
            assertThat(node.cell.peek()).as("after %d looks", i).isNotNull();
        }

        assertThat(node.store.count(Operation.LOCK)).isZero();
        assertThat(node.store.calls()).noneMatch(call -> call.thread() == here);
    }

    @Test
    void aNameNobodyLooksAtIsNotReadAgainUnlessItsRecordIsNeeded() {
        read();
        node.clock.advance(Duration.ofSeconds(1));
        node.awaitReads();
        node.store.forgetCalls();
        node.clock.advance(SharedNode.IDLE);
        assertThat(node.store.calls()).isEmpty();

        node.update(add(1));
        node.clock.advance(SharedNode.IDLE.dividedBy(4));
        node.store.forgetCalls();
        node.clock.advance(Duration.ofMillis(500));
        node.awaitReads();
        assertThat(node.store.count(Operation.READ)).isEqualTo(2);
    }

    @Test
    void aRefreshThatEndsWhileTheNextOneIsConsideredIsNotRepeated() {
        node.update(add(1));
        node.clock.advance(SharedNode.IDLE.dividedBy(4));
        node.store.forgetCalls();
        Thread here = Thread.currentThread();
        Gate gate = node.store.hold(Operation.READ);
        node.clock.advance(Duration.ofMillis(250));
        gate.awaitSomebody();
        // the clock is asked after the view was looked at: its age is already known, and about to be wrong
        node.store.onNow(() -> {
            if (Thread.currentThread() == here) {
                node.store.onNow(() -> {});
                gate.open();
                node.awaitReads();
            }
        });

        node.clock.advance(Duration.ofMillis(250));

        node.awaitReads();
        assertThat(node.store.calls())
                .filteredOn(call ->
                        call.operation() == Operation.READ && call.keys().contains(KEY))
                .hasSize(1);
    }

    @Test
    void whoeverComesWhileAReadIsUnderWayWaitsForTheSameAnswer() {
        List<CompletableFuture<Numbers>> answers;
        try (Gate gate = node.store.hold(Operation.READ)) {
            answers = IntStream.range(0, 10)
                    .mapToObj(i -> node.cell.readAsync(node.cell.patience()).toCompletableFuture())
                    .toList();
            gate.awaitSomebody();
            assertThat(answers).noneMatch(CompletableFuture::isDone);
        }

        assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isEqualTo(Numbers.TYPE.initial()));
        assertThat(node.store.count(Operation.READ)).isEqualTo(1);
        assertThat(node.cell.readAsync(node.cell.patience()).toCompletableFuture())
                .isCompleted();
    }

    @Test
    void aReadThatIsNotAnsweredInTimeIsALockTimeout() {
        try (Gate gate = node.store.hold(Operation.READ)) {
            assertThatThrownBy(() -> node.cell.read(SharedNode.none()))
                    .isInstanceOfSatisfying(
                            StoreUnavailableException.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_LOCK_TIMEOUT));
            CompletableFuture<Numbers> asked =
                    node.cell.readAsync(node.cell.patience()).toCompletableFuture();
            gate.awaitSomebody();
            node.clock.advance(SharedNode.LOCK_BLOCK);
            assertThatThrownBy(asked::join).cause().isInstanceOf(StoreUnavailableException.class);
        }
        assertThat(read()).isEqualTo(Numbers.TYPE.initial());
    }

    @Test
    void aReadThatFailsSaysThatTheStoreIsUnavailableAndTheNextOneIsTried() {
        node.store.failNext(Operation.READ, new IllegalStateException("on purpose"));

        assertThatThrownBy(this::read)
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_UNAVAILABLE))
                .hasMessageContaining("on purpose");
        assertThat(read()).isEqualTo(Numbers.TYPE.initial());
    }

    // ---- other nodes

    @Test
    void theStoresReportsKeepTheViewUpToDateWithoutARead() {
        SharedNode other = node.other();
        node.update(add(1));

        other.update(add(2));

        assertThat(node.store.count(Operation.READ)).isZero();
        assertThat(node.cell.peek().list()).containsExactly(1, 2);
    }

    @Test
    void anOlderRecordNeverReplacesANewerView() {
        node.update(add(1));
        byte[] older = node.store.value(KEY);
        node.update(add(2));

        node.cell.changed(older);
        node.cell.refreshed(older, node.clock.nanos());

        assertThat(known()).containsExactly(1, 2);
    }

    @Test
    void aReadThatBeganAfterEverythingKnownWasSeenIsBelievedBecauseTheStoreHasBegunAnew() {
        node.update(add(1));
        byte[] first = node.store.value(KEY);
        node.update(add(2));
        node.store.loseChanges();
        node.store.put(KEY, first);
        node.clock.step(Duration.ofSeconds(2));

        assertThat(read().list()).containsExactly(1);
        assertThat(node.update(add(3))).isEqualTo(1);
    }

    @Test
    void aRecordThatIsRemovedIsForgotten() {
        node.update(add(1));

        node.cell.changed(null);

        assertThat(known()).isEmpty();
    }

    @Test
    void aReadThatIsOvertakenByAWriteDoesNotTurnTheViewBack() {
        node.update(add(1));
        node.clock.step(Duration.ofSeconds(2));
        Thread here = Thread.currentThread();
        boolean[] overtaken = new boolean[1];
        try (Gate gate = node.store.hold(Operation.READ)) {
            CompletableFuture<Numbers> asked =
                    node.cell.readAsync(node.cell.patience()).toCompletableFuture();
            gate.awaitSomebody();
            // while the reader looks at the clock, between its answer and its taking over, a write comes in between
            node.store.onNow(() -> {
                if (Thread.currentThread() != here
                        && Thread.currentThread().getName().startsWith("firefly-read")
                        && !overtaken[0]) {
                    overtaken[0] = true;
                    node.update(add(2));
                }
            });
            gate.close();
            asked.join();
        }

        assertThat(overtaken[0]).isTrue();
        assertThat(known()).containsExactly(1, 2);
    }

    // ---- this node's own changes

    @Test
    void theViewContainsWhatThisNodeHasQueued() {
        SharedNode other = node.other();
        read();
        CompletableFuture<?> settled;
        try (Gate gate = node.store.hold(Operation.LOCK)) {
            settled = node.cell
                    .settleAsync(add(1), node.cell.patience(), change -> {})
                    .toCompletableFuture();
            node.cell.gather(add(2), change -> {});
            gate.awaitSomebody();
            assertThat(node.cell.peek().list()).containsExactly(1, 2);

            other.update(add(7));
            assertThat(node.cell.peek().list()).containsExactly(7, 1, 2);
            assertThat(node.inStore()).containsExactly(7);
        }
        settled.join();

        assertThat(node.applied()).containsExactly(7, 1, 2);
        assertThat(known()).containsExactly(7, 1, 2);
    }

    @Test
    void aRefreshThatCannotReadTheClockIsNotTheLast() {
        read();
        node.update(add(1));
        node.store.goDown();
        node.cell.peek();
        node.clock.advance(Duration.ofMillis(500));
        node.awaitFailedReads();
        node.store.recover();
        node.store.forgetCalls();

        node.cell.peek();
        node.clock.advance(Duration.ofMillis(500));
        node.awaitReads();

        // what asks whether the outage is over may be among them
        assertThat(node.store.count(Operation.READ)).isGreaterThanOrEqualTo(2);
        assertThat(node.clock.timers()).isPositive();
    }

    @Test
    void closingWritesWhatIsStillToBeWrittenAndEndsTheWatch() {
        SharedNode other = node.other();
        read();
        node.cell.gather(add(1), change -> {});
        node.cell.gather(add(2), change -> {});

        node.cells.close();

        assertThat(node.inStore()).containsExactly(1, 2);
        other.update(add(3));
        assertThat(known()).containsExactly(1, 2);
    }

    @Test
    void eachNameHasOneCell() {
        Cell<Numbers> one = node.cells.cell(Pattern.CIRCUIT_BREAKER, "numbers", Numbers.TYPE);
        assertThat(node.cells.<Numbers>cell(Pattern.CIRCUIT_BREAKER, "numbers", Numbers.TYPE))
                .isSameAs(one);
        assertThat(node.cells.<Numbers>cell(Pattern.RATE_LIMITER, "numbers", Numbers.TYPE))
                .isNotSameAs(one);
        assertThat(node.cells.owner()).endsWith('@' + node.store.members().self());
    }
}
