package dev.firefly.resilience.engine.state;

import static dev.firefly.resilience.engine.state.Numbers.add;
import static dev.firefly.resilience.engine.state.Numbers.addOnce;
import static dev.firefly.resilience.engine.state.SharedNode.unexpected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.store.StoreUnavailableException;
import dev.firefly.resilience.tck.kit.Operation;
import dev.firefly.resilience.tck.kit.WriteFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of changes while the store fails. */
@Timeout(120)
class DoubtfulWritesTest {
    private final SharedNode node = SharedNode.alone();
    private final List<Integer> done = Collections.synchronizedList(new ArrayList<>());

    /** The timer of the background refresh is always there; the next one is that of the round after a failure. */
    private void letTheNextRoundCome() throws InterruptedException {
        node.clock.awaitTimers(2);
        node.clock.advance(Duration.ofMillis(100));
    }

    private void settle(Transition<Numbers, Integer> transition) {
        node.cell.settle(transition, node.cell.patience(), change -> done.add(change.answer()));
    }

    private void assertUnavailable(Transition<Numbers, Integer> transition, List<Change<Numbers, Integer>> abandoned) {
        assertThatThrownBy(() -> node.cell.update(transition, node.cell.patience(), abandoned::add))
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_UNAVAILABLE));
    }

    @Test
    void aWriteInDoubtThatIsFoundByItsTokenIsAppliedExactlyOnce() throws InterruptedException {
        node.store.breakNextWrite(WriteFault.THROWS_AFTER);
        settle(add(1));
        assertThat(done).isEmpty();

        letTheNextRoundCome();

        assertThat(node.applied()).containsExactly(1);
        assertThat(done).containsExactly(0);
        assertThat(node.store.count(Operation.WRITE)).isEqualTo(1);
    }

    @Test
    void aWriteInDoubtThatCannotBeFoundIsNotTriedAgain() throws InterruptedException {
        node.store.breakNextWrite(WriteFault.THROWS_BEFORE);
        settle(add(1));

        letTheNextRoundCome();

        assertThat(node.applied()).isEmpty();
        assertThat(done).isEmpty();
        assertThat(node.cell.known().list()).isEmpty();
    }

    @Test
    void aWriteInDoubtThatCannotBeFoundIsTriedAgainIfThatDoesNoHarm() throws InterruptedException {
        node.store.breakNextWrite(WriteFault.THROWS_BEFORE);
        settle(addOnce(1));

        letTheNextRoundCome();

        assertThat(node.applied()).containsExactly(1);
        assertThat(done).containsExactly(0);
    }

    @Test
    void aWriteInDoubtUnderSomebodyElsesWriteCountsOnce() throws InterruptedException {
        SharedNode other = node.other();
        node.store.breakNextWrite(WriteFault.THROWS_AFTER);
        settle(add(1));
        node.clock.awaitTimers(3);
        other.update(add(2));

        node.clock.advance(Duration.ofMillis(100));

        assertThat(node.applied()).containsExactly(1, 2);
    }

    @Test
    void aRepeatableWriteInDoubtUnderSomebodyElsesWriteCountsOnce() throws InterruptedException {
        SharedNode other = node.other();
        node.store.breakNextWrite(WriteFault.THROWS_AFTER);
        settle(addOnce(1));
        node.clock.awaitTimers(3);
        other.update(add(2));

        node.clock.advance(Duration.ofMillis(100));

        assertThat(node.applied()).containsExactly(1, 2);
        assertThat(done).containsExactly(2);
    }

    @Test
    void whoWasToldThatTheStoreFailedIsToldToTakeBackWhatWasWrittenAllTheSame() throws InterruptedException {
        List<Change<Numbers, Integer>> abandoned = Collections.synchronizedList(new ArrayList<>());
        node.store.breakNextWrite(WriteFault.THROWS_AFTER);
        assertUnavailable(add(1), abandoned);

        letTheNextRoundCome();

        assertThat(node.applied()).containsExactly(1);
        assertThat(abandoned).hasSize(1);
    }

    @Test
    void whoWasToldThatTheStoreFailedHoldsNothing() throws InterruptedException {
        List<Change<Numbers, Integer>> abandoned = Collections.synchronizedList(new ArrayList<>());
        node.store.breakNextWrite(WriteFault.THROWS_BEFORE);
        assertUnavailable(addOnce(1), abandoned);

        letTheNextRoundCome();

        assertThat(node.applied()).isEmpty();
        assertThat(abandoned).isEmpty();
    }

    @Test
    void aReplaceThatIsDeniedThoughItWasAppliedCountsOnce() {
        node.store.breakNextWrite(WriteFault.DENIES);

        assertThat(node.update(add(1))).isZero();

        assertThat(node.inStore()).containsExactly(1);
        assertThat(node.store.count(Operation.WRITE)).isEqualTo(1);
        assertThat(node.update(add(2))).isEqualTo(1);
        assertThat(node.inStore()).containsExactly(1, 2);
    }

    @Test
    void changesBehindAWriteInDoubtAreAppliedAfterIt() throws InterruptedException {
        node.store.breakNextWrite(WriteFault.THROWS_AFTER);
        settle(add(1));
        node.clock.awaitTimers(2);
        node.cell.settle(add(2), SharedNode.none(), change -> done.add(change.answer()));
        assertThat(node.cell.known().list()).containsExactly(1, 2);

        node.clock.advance(Duration.ofMillis(100));

        assertThat(node.applied()).containsExactly(1, 2);
        assertThat(done).containsExactly(0, 1);
    }

    @Test
    void aFailureToUnlockIsNoFailureOfTheWrite() {
        node.store.nextUnlock(new IllegalStateException("on purpose"));

        assertThat(node.update(add(1))).isZero();

        assertThat(node.inStore()).containsExactly(1);
        assertThat(node.update(add(2))).isEqualTo(1);
    }

    @Test
    void whileTheStoreFailsWhatHasHappenedIsKeptAndTriedAgainEverMoreSlowly() throws InterruptedException {
        node.update(add(0));
        node.store.fail(Operation.LOCK);
        settle(addOnce(1));
        for (int pause : new int[] {100, 200, 400}) {
            node.clock.awaitTimers(2);
            node.store.forgetCalls();
            node.clock.advance(Duration.ofMillis(pause - 1));
            assertThat(node.store.count(Operation.LOCK)).isZero();
            node.clock.advance(Duration.ofMillis(1));
        }
        node.clock.awaitTimers(2);
        node.store.recover();

        node.clock.advance(Duration.ofMillis(800));

        assertThat(node.applied()).containsExactly(0, 1);
        assertThat(done).containsExactly(1);
    }

    @Test
    void whatHasHappenedIsWrittenAsSoonAsTheStoreIsSeenToBeBack() throws InterruptedException {
        node.update(add(0));
        node.store.fail(Operation.LOCK);
        settle(addOnce(1));
        for (int pause : new int[] {100, 200, 400, 800}) {
            node.clock.awaitTimers(2);
            node.clock.advance(Duration.ofMillis(pause));
        }
        node.clock.awaitTimers(
                3); // the next attempt, which is 1.6 s away, the question whether the store is back, and the upkeep
        node.store.recover();

        node.clock.advance(Duration.ofNanos(Outages.PROBE_NANOS));

        assertThat(node.applied()).containsExactly(0, 1);
        assertThat(done).containsExactly(1);
    }

    @Test
    void whoeverAsksWhileTheStoreIsDownIsToldAtOnceAndHoldsNothing() {
        List<Change<Numbers, Integer>> abandoned = Collections.synchronizedList(new ArrayList<>());
        node.store.goDown();
        assertUnavailable(add(1), abandoned);
        node.store.recover();

        assertThat(node.updateWhileTimePasses(add(3))).isZero();
        assertThat(abandoned).isEmpty();
    }

    @Test
    void anErrorOfTheStoreIsToldAndDoesNotStopWhatComesAfter() {
        node.store.failNext(Operation.LOCK, new LinkageError("on purpose"));
        assertThatThrownBy(() -> node.cell.update(add(1), node.cell.patience(), unexpected()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasRootCauseInstanceOf(LinkageError.class);
        assertThat(node.updateWhileTimePasses(add(2))).isZero();

        node.clock.advance(Duration.ofMinutes(1));
        node.store.failNext(Operation.READ, new LinkageError("on purpose"));
        assertThatThrownBy(() -> node.cell.read(node.cell.patience()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasRootCauseInstanceOf(LinkageError.class);
        assertThat(node.cell.read(node.cell.patience()).list()).containsExactly(2);
    }

    @Test
    void aClockThatFailsRightAfterTheWriteStopsNobody() {
        node.store.onNow(() -> {
            if (node.store.count(Operation.WRITE) == 1) {
                throw new IllegalStateException("no clock, on purpose");
            }
        });
        assertThat(node.update(add(1))).isZero();

        node.store.onNow(() -> {});
        assertThat(node.update(add(2))).isEqualTo(1);
    }
}
