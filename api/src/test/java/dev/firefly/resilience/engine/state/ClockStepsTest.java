package dev.firefly.resilience.engine.state;

import static dev.firefly.resilience.engine.state.Numbers.add;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.tck.kit.ManualClock;
import dev.firefly.resilience.tck.kit.Operation;
import dev.firefly.resilience.tck.kit.WriteFault;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The store's clock steps back. */
@Timeout(120)
class ClockStepsTest {
    private static final long START = ManualClock.START;

    private final ManualClock storeClock = new ManualClock();
    private final ManualClock clock = new ManualClock();
    private final SharedNode node = new SharedNode(clock, new FaultyStore(storeClock));

    private void awaitAllWritten() {
        node.update(Numbers.look());
    }

    @Test
    void aStepWithinASecondIsReadAsNoTimeAtAll() {
        node.update(add(1));
        storeClock.step(Duration.ofSeconds(-1));

        assertThat(node.cell.now()).isEqualTo(START);
        assertThat(node.cell
                        .update(add(2), node.cell.patience(), SharedNode.unexpected())
                        .now())
                .isEqualTo(START);
        assertThat(node.stored().stamped().at()).isEqualTo(START);
    }

    @Test
    void aLargerStepMovesTheRecordAlongWithTheNextChange() {
        node.update(add(1));
        storeClock.step(Duration.ofHours(-1));
        long hourAgo = storeClock.nanos();

        assertThat(node.cell
                        .update(add(2), node.cell.patience(), SharedNode.unexpected())
                        .now())
                .isEqualTo(hourAgo);

        assertThat(node.stored().stamped().at()).isEqualTo(hourAgo);
        assertThat(node.stored().stamped().state().since()).isEqualTo(hourAgo);
        assertThat(node.cell.now()).isEqualTo(hourAgo);
    }

    @Test
    void aMereLookAtTheTimeMovesTheRecordAlong() {
        node.update(add(1));
        storeClock.step(Duration.ofHours(-1));

        assertThat(node.cell.now()).isEqualTo(START);
        awaitAllWritten();

        assertThat(node.cell.now()).isEqualTo(storeClock.nanos());
        assertThat(node.cell.known().since()).isEqualTo(storeClock.nanos());
    }

    @Test
    void oneStepIsOneWriteHoweverOftenTheTimeIsLookedAt() {
        node.update(add(1));
        storeClock.step(Duration.ofHours(-1));
        node.store.forgetCalls();

        for (int i = 0; i < 5; i++) {
            node.cell.now();
            awaitAllWritten();
        }

        assertThat(node.store.count(Operation.WRITE)).isEqualTo(1);
    }

    @Test
    void aRecordWithoutAnyTimeInItIsMovedOnceToo() {
        node.cell.update(
                (state, now) -> new Step<>(new Numbers(0, java.util.List.of(1)), 0),
                node.cell.patience(),
                SharedNode.unexpected());
        storeClock.step(Duration.ofHours(-1));
        node.cell.now();
        awaitAllWritten();
        node.store.forgetCalls();

        assertThat(node.cell.now()).isEqualTo(storeClock.nanos());
        assertThat(node.store.calls()).isEmpty();
        assertThat(node.stored().stamped().at()).isEqualTo(storeClock.nanos());
    }

    @Test
    void aMoveThatCouldNotBeWrittenIsTriedAgain() throws InterruptedException {
        node.update(add(1));
        storeClock.step(Duration.ofHours(-1));
        node.store.breakNextWrite(WriteFault.THROWS_BEFORE);
        node.cell.now();
        clock.awaitTimers(2);
        clock.advance(Duration.ofMillis(100));
        awaitAllWritten();

        node.cell.now();
        awaitAllWritten();

        assertThat(node.cell.now()).isEqualTo(storeClock.nanos());
    }

    @Test
    void aSecondStepIsFollowedLikeTheFirst() {
        node.update(add(1));
        for (int i = 0; i < 3; i++) {
            storeClock.step(Duration.ofHours(-1));
            node.cell.now();
            awaitAllWritten();
            assertThat(node.cell.now()).isEqualTo(storeClock.nanos());
        }
    }

    @Test
    void whileTheStoresClockCannotBeReadTimeGoesOnFromWhereItWas() {
        storeClock.step(Duration.ofMinutes(3));
        node.update(add(1));
        long before = node.cell.now();
        node.store.goDown();
        clock.step(Duration.ofSeconds(5));

        assertThat(node.cell.now()).isEqualTo(before + Duration.ofSeconds(5).toNanos());
        node.cell.gather(add(2), change -> {});
        node.cell.settle(add(3), SharedNode.none(), change -> {});
        assertThat(node.cell.known().list()).containsExactly(1, 2, 3);
    }
}
