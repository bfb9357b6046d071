package dev.firefly.resilience.engine.state;

import static dev.firefly.resilience.engine.state.Numbers.add;
import static dev.firefly.resilience.engine.state.SharedNode.unexpected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.store.StoreUnavailableException;
import dev.firefly.resilience.tck.kit.FaultInjectingStore.HeldLock;
import dev.firefly.resilience.tck.kit.Gate;
import dev.firefly.resilience.tck.kit.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How changes reach the store while it works. */
@Timeout(120)
class CombinerTest {
    private final SharedNode node = SharedNode.alone();

    @Test
    void aChangeIsWrittenUnderTheLockWithOneRead() {
        Change<Numbers, Integer> first = node.cell.update(add(7), node.cell.patience(), unexpected());

        assertThat(first.answer()).isZero();
        assertThat(first.before()).isEqualTo(Numbers.TYPE.initial());
        assertThat(first.after().list()).containsExactly(7);
        assertThat(node.inStore()).containsExactly(7);
        assertThat(node.stored().revision()).isEqualTo(1);
        assertThat(node.store.count(Operation.LOCK)).isEqualTo(1);
        assertThat(node.store.count(Operation.WRITE)).isEqualTo(1);
    }

    @Test
    void aHundredChangesAtOnceNeedOneLockAndOneWrite() {
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        try (Gate gate = node.store.hold(Operation.LOCK)) {
            for (int i = 0; i < 100; i++) {
                answers.add(node.cell
                        .updateAsync(add(i), node.cell.patience(), unexpected())
                        .thenApply(Change::answer)
                        .toCompletableFuture());
            }
            gate.awaitSomebody();
        }

        assertThat(answers.stream().map(CompletableFuture::join))
                .containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
        assertThat(node.inStore()).isEqualTo(IntStream.range(0, 100).boxed().toList());
        assertThat(node.store.count(Operation.LOCK)).isEqualTo(1);
        assertThat(node.store.count(Operation.WRITE)).isEqualTo(1);
        assertThat(node.stored().revision()).isEqualTo(1);
    }

    @Test
    void nothingIsLostAmongManyThreadsOfSeveralNodes() throws InterruptedException {
        List<SharedNode> nodes = List.of(node, node.other(), node.other());
        int each = 40;

        Threads.together(12, thread -> {
            for (int i = 0; i < each; i++) {
                nodes.get(thread % 3).update(add(thread * each + i));
            }
        });

        List<Integer> all = node.inStore();
        assertThat(all).hasSize(12 * each).doesNotHaveDuplicates();
        for (int t = 0; t < 12; t++) {
            int thread = t;
            assertThat(all.stream().filter(number -> number / each == thread)).isSorted();
        }
    }

    @Test
    void aChangeThatChangesNothingWritesNothing() {
        node.update(add(1));
        node.store.forgetCalls();

        assertThat(node.update(Numbers.look())).containsExactly(1);

        assertThat(node.store.count(Operation.WRITE)).isZero();
        assertThat(node.stored().revision()).isEqualTo(1);
    }

    // ---- other nodes

    @Test
    void aChangeDecidedOnAnOutdatedRecordIsDecidedAgainOnTheRealOne() {
        SharedNode other = node.other();
        node.update(add(1));
        node.store.loseChanges();
        other.update(add(2));

        assertThat(node.update(add(3))).isEqualTo(2);

        assertThat(node.inStore()).containsExactly(1, 2, 3);
    }

    @Test
    void afterAnOutdatedRecordTheNextChangeReadsFirst() {
        SharedNode other = node.other();
        node.update(add(1));
        node.store.loseChanges();
        other.update(add(2));
        node.update(add(3));
        other.update(add(4));
        node.store.forgetCalls();

        node.update(add(5));

        assertThat(node.store.count(Operation.WRITE)).isEqualTo(1);
        assertThat(node.inStore()).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void whatChangesNothingIsStillDecidedOnTheRealRecord() {
        SharedNode other = node.other();
        node.update(add(1));
        node.store.loseChanges();
        other.update(add(2));

        assertThat(node.update(Numbers.look())).containsExactly(1, 2);
    }

    // ---- giving up

    @Test
    void whoGivesUpBeforeTheChangeIsAppliedHoldsNothing() throws Exception {
        try (HeldLock lock = node.store.lockElsewhere(SharedNode.KEY)) {
            assertThatThrownBy(() -> node.cell.update(add(1), SharedNode.none(), unexpected()))
                    .isInstanceOfSatisfying(StoreUnavailableException.class, failure -> {
                        assertThat(failure.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_LOCK_TIMEOUT);
                        assertThat(failure.retryable()).isTrue();
                        assertThat(failure.instance()).isEqualTo("numbers");
                        assertThat(failure.getStackTrace()).isEmpty();
                    });
        }

        assertThat(node.applied()).isEmpty();
    }

    @Test
    void whoGivesUpWhileTheChangeIsBeingAppliedIsToldToTakeItBack() {
        List<Change<Numbers, Integer>> abandoned = Collections.synchronizedList(new ArrayList<>());
        try (Gate gate = node.store.hold(Operation.WRITE)) {
            CompletableFuture<Change<Numbers, Integer>> asked = node.cell
                    .updateAsync(add(1), node.cell.patience(), abandoned::add)
                    .toCompletableFuture();
            gate.awaitSomebody();
            node.clock.advance(SharedNode.LOCK_BLOCK);
            assertThatThrownBy(asked::join).cause().isInstanceOf(StoreUnavailableException.class);
            assertThat(abandoned).isEmpty();
        }

        assertThat(node.applied()).containsExactly(1);
        assertThat(abandoned).singleElement().extracting(Change::answer).isEqualTo(0);
    }

    @Test
    void anAsynchronousCallerGivesUpWhenItsTimeHasCome() throws Exception {
        try (HeldLock lock = node.store.lockElsewhere(SharedNode.KEY)) {
            CompletableFuture<Change<Numbers, Integer>> asked = node.cell
                    .updateAsync(add(1), node.cell.patience(), unexpected())
                    .toCompletableFuture();
            assertThat(asked).isNotDone();

            node.clock.advance(SharedNode.LOCK_BLOCK);

            assertThat(asked).isCompletedExceptionally();
            assertThatThrownBy(asked::join).cause().isInstanceOf(StoreUnavailableException.class);
        }
        assertThat(node.applied()).isEmpty();
    }

    @Test
    void whatHasHappenedIsRecordedEvenIfNobodyWaitsForItAnyLonger() throws Exception {
        List<Change<Numbers, Integer>> done = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<?> settled;
        try (HeldLock lock = node.store.lockElsewhere(SharedNode.KEY)) {
            node.cell.settle(add(1), SharedNode.none(), done::add);
            settled = node.cell
                    .settleAsync(add(2), node.cell.patience(), done::add)
                    .toCompletableFuture();
            node.clock.advance(SharedNode.LOCK_BLOCK);
            assertThat(settled).isCompleted();
            assertThat(done).isEmpty();
        }

        assertThat(node.applied()).containsExactly(1, 2);
        assertThat(done).extracting(Change::answer).containsExactly(0, 1);
    }

    @Test
    void everyChangeIsReportedOnce() {
        List<Integer> done = Collections.synchronizedList(new ArrayList<>());

        node.cell.settle(add(1), node.cell.patience(), change -> done.add(change.answer()));
        node.cell
                .settleAsync(add(2), node.cell.patience(), change -> done.add(change.answer()))
                .toCompletableFuture()
                .join();
        node.cell.gather(add(3), change -> done.add(change.answer()));

        assertThat(node.applied()).containsExactly(1, 2, 3);
        assertThat(done).containsExactly(0, 1, 2);
    }

    // ---- the patience of one call

    @Test
    void allWaitsOfOneCallDrawOnTheSamePatience() {
        Patience patience = new Patience(Duration.ofSeconds(60).toNanos());
        node.store.onNow(() -> node.clock.step(Duration.ofSeconds(7)));
        node.cell.read(patience);
        assertThat(patience.left()).isEqualTo(Duration.ofSeconds(53).toNanos());

        node.store.onNow(() -> {});
        node.store.onLock(() -> node.clock.step(Duration.ofSeconds(20)));
        node.cell.update(add(1), patience, unexpected());
        assertThat(patience.left()).isEqualTo(Duration.ofSeconds(33).toNanos());

        node.cell
                .updateAsync(add(2), patience, unexpected())
                .toCompletableFuture()
                .join();
        assertThat(patience.left()).isEqualTo(Duration.ofSeconds(13).toNanos());
    }

    @Test
    void whoHasUsedUpItsPatienceWaitsForNothingMore() {
        Patience used = new Patience(0);
        used.spend(1);
        List<Integer> done = Collections.synchronizedList(new ArrayList<>());
        try (Gate gate = node.store.hold(Operation.LOCK)) {
            node.cell.settle(add(1), used, change -> done.add(change.answer()));
            gate.awaitSomebody();
            assertThatThrownBy(() -> node.cell.update(add(2), used, unexpected()))
                    .isInstanceOf(StoreUnavailableException.class);
            assertThat(done).isEmpty();
        }

        assertThat(node.applied()).containsExactly(1);
        assertThat(done).containsExactly(0);
    }
}
