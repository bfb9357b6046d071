package dev.firefly.resilience.tck.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.tck.kit.FaultInjectingStore.Call;
import dev.firefly.resilience.tck.kit.FaultInjectingStore.HeldLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FaultInjectingStoreTest {
    private static final String KEY = "test:bulkhead:a";
    private static final Duration WAIT = Duration.ofSeconds(30);

    private final ManualClock clock = new ManualClock();
    private final FaultInjectingStore store = FaultInjectingStore.inMemory(clock);

    private Map<String, byte[]> read() {
        return store.read(List.of(KEY));
    }

    private boolean lock() {
        return store.withLock(KEY, WAIT, entry -> {});
    }

    private boolean write(int value) {
        boolean[] written = {false};
        store.withLock(
                KEY, WAIT, entry -> written[0] = entry.compareAndReplace(entry.value(), new byte[] {(byte) value}));
        return written[0];
    }

    // ---- outages

    @Test
    void whatIsToldToFailFailsUntilItRecovers() {
        store.fail(Operation.READ);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(this::read).isInstanceOf(StoreFailure.class).hasMessage("Every READ fails");
        }
        assertThat(write(1)).isTrue();

        store.fail(Operation.WRITE);
        assertThatThrownBy(() -> write(2)).isInstanceOf(StoreFailure.class);
        assertThat(lock()).isTrue();
        store.fail();
        assertThatThrownBy(this::lock).isInstanceOf(StoreFailure.class);

        store.recover();
        assertThat(write(3)).isTrue();
        assertThat(read().get(KEY)).containsExactly(3);
    }

    @Test
    void theNextOperationsFailAndThoseAfterThemDoNot() {
        IllegalStateException own = new IllegalStateException("on purpose");
        store.failNext(Operation.LOCK, 2).failNext(Operation.LOCK, own);

        assertThatThrownBy(this::lock).isInstanceOf(StoreFailure.class);
        assertThat(read()).isEmpty();
        assertThatThrownBy(this::lock).isInstanceOf(StoreFailure.class);
        assertThatThrownBy(this::lock).isSameAs(own);
        assertThat(lock()).isTrue();
    }

    @Test
    void aStoreThatIsDownAnswersNothingEvenUnderALockThatIsHeld() {
        store.withLock(KEY, WAIT, entry -> {
            store.goDown();
            assertThatThrownBy(entry::value).isInstanceOf(StoreFailure.class);
            assertThatThrownBy(() -> entry.compareAndReplace(null, new byte[1])).isInstanceOf(StoreFailure.class);
        });
        assertThatThrownBy(this::read).isInstanceOf(StoreFailure.class).hasMessage("The store is down");
        assertThatThrownBy(this::lock).isInstanceOf(StoreFailure.class);
        assertThatThrownBy(store::now).isInstanceOf(StoreFailure.class);
        assertThatThrownBy(() -> store.lane(KEY)).isInstanceOf(StoreFailure.class);

        store.recover();

        assertThat(store.now()).isEqualTo(clock.nanos());
        assertThat(store.value(KEY)).isNull();
    }

    @Test
    void recoveringTakesBackWhatWasNotUsedUp() {
        store.failNext(Operation.READ, 5).breakNextWrite(WriteFault.DENIES).recover();

        assertThat(read()).isEmpty();
        assertThat(write(1)).isTrue();
    }

    @Test
    void aWriteGoesWrongAsItIsTold() {
        store.breakNextWrite(WriteFault.THROWS_BEFORE)
                .breakNextWrite(WriteFault.THROWS_AFTER)
                .breakNextWrite(WriteFault.DENIES);

        assertThatThrownBy(() -> write(1)).isInstanceOf(StoreFailure.class);
        assertThat(store.value(KEY)).isNull();
        assertThatThrownBy(() -> write(2)).isInstanceOf(StoreFailure.class);
        assertThat(store.value(KEY)).containsExactly(2);
        assertThat(write(3)).isFalse();
        assertThat(store.value(KEY)).containsExactly(3);
        assertThat(write(4)).isTrue();
    }

    // ---- delays

    @Test
    void aReadIsHeldUpAfterTheValueWasReadAndBeforeItIsReturned() {
        CompletableFuture<Map<String, byte[]>> reading;
        try (Gate gate = store.hold(Operation.READ)) {
            reading = CompletableFuture.supplyAsync(this::read);
            gate.awaitSomebody();
            write(1);
            assertThat(reading).isNotDone();
        }

        assertThat(reading)
                .succeedsWithin(WAIT)
                .satisfies(values -> assertThat(values).isEmpty());
        assertThat(read()).as("the gate stays open").containsKey(KEY);
    }

    @Test
    void aWriteIsHeldUpUnderItsLock() {
        Gate gate = store.hold(Operation.WRITE);
        CompletableFuture<Boolean> writing = CompletableFuture.supplyAsync(() -> write(1));
        gate.awaitSomebody();

        assertThat(store.value(KEY)).isNull();
        assertThat(store.withLock(KEY, Duration.ZERO, entry -> {})).isFalse();

        gate.open();
        assertThat(writing).succeedsWithin(WAIT).isEqualTo(true);
    }

    @Test
    void aLockIsHeldUpBeforeItIsTaken() {
        Gate gate = store.hold(Operation.LOCK);
        CompletableFuture<Boolean> locking = CompletableFuture.supplyAsync(this::lock);
        gate.awaitSomebody();
        store.goDown();

        gate.open();

        assertThat(locking).failsWithin(WAIT).withThrowableThat().withCauseInstanceOf(StoreFailure.class);
    }

    @Test
    void somebodyElseCanHoldALock() {
        try (HeldLock lock = store.lockElsewhere(KEY)) {
            assertThat(store.withLock(KEY, Duration.ZERO, entry -> {})).isFalse();
            lock.close();
            assertThat(store.withLock(KEY, Duration.ZERO, entry -> {})).isTrue();
        }
        assertThat(store.count(Operation.LOCK)).as("the other's is not counted").isEqualTo(2);
    }

    // ---- changes

    @Test
    void changesAreLostDelayedOrDelivered() {
        List<Integer> heard = new ArrayList<>();
        try (ResilienceStore.Watch watch = store.watch((key, value) -> heard.add((int) value[0]))) {
            write(1);
            assertThat(heard).containsExactly(1);

            store.loseChanges();
            write(2);
            store.delayChanges();
            write(3);
            write(4);
            assertThat(heard).containsExactly(1);
            store.deliverChanges();
            assertThat(heard).containsExactly(1, 3, 4);

            write(5);
            assertThat(heard).containsExactly(1, 3, 4, 5);
        }
        write(6);
        assertThat(heard).doesNotContain(6);
    }

    // ---- time, and what was called

    @Test
    void theClockCanBeSteppedForThisNodeAlone() {
        store.stepClock(Duration.ofSeconds(5)).stepClock(Duration.ofSeconds(-2));

        assertThat(store.now()).isEqualTo(clock.nanos() + Duration.ofSeconds(3).toNanos());
    }

    @Test
    void everyOperationIsCountedWhetherOrNotItGoesWell() {
        store.failNext(Operation.READ, 1);
        assertThatThrownBy(this::read).isInstanceOf(StoreFailure.class);
        read();
        write(1);

        assertThat(store.count(Operation.READ)).isEqualTo(2);
        assertThat(store.calls())
                .extracting(Call::operation)
                .containsExactly(Operation.READ, Operation.READ, Operation.LOCK, Operation.WRITE);
        assertThat(store.calls()).allSatisfy(call -> {
            assertThat(call.keys()).containsExactly(KEY);
            assertThat(call.thread()).isEqualTo(Thread.currentThread());
        });
        store.forgetCalls().put(KEY, new byte[] {9});
        assertThat(store.value(KEY)).containsExactly(9);
        assertThat(store.calls()).isEmpty();
    }
}
