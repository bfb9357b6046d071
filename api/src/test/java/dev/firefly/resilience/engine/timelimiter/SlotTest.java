package dev.firefly.resilience.engine.timelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SlotTest {
    private final Slot slot = new Slot();
    private final List<Slot> rung = new ArrayList<>();

    private long fire(long nowNanos) {
        return slot.fireIfDue(nowNanos, Runnable::run);
    }

    @Test
    void aFreeSlotIsClaimedOnce() {
        assertThat(slot.claim(Thread.currentThread(), 10)).isTrue();
        assertThat(slot.claim(Thread.currentThread(), 10)).isFalse();

        assertThat(slot.release()).isFalse();
        assertThat(slot.isFree()).isTrue();
        assertThat(slot.claim(Thread.currentThread(), 10)).isTrue();
    }

    @Test
    void aReleasedSlotKeepsNobodyInMemory() {
        slot.claim(Thread.currentThread(), 10);
        assertThat(slot.interrupts()).isTrue();

        slot.release();

        assertThat(slot.interrupts()).isFalse();
    }

    @Test
    void itFiresWhenItsDeadlineIsOverAndNotBefore() {
        slot.claim((Slot.Alarm) rung::add, 10);

        assertThat(fire(9)).isEqualTo(10);
        assertThat(rung).isEmpty();
        assertThat(fire(10)).isEqualTo(Slot.NEVER);
        assertThat(fire(10)).isEqualTo(Slot.NEVER);
        assertThat(rung).containsExactly(slot);
        assertThat(slot.isFree()).isFalse();
        assertThat(slot.release()).isTrue();
        assertThat(slot.isFree()).isTrue();
    }

    @Test
    void whatWasReleasedDoesNotFire() {
        slot.claim((Slot.Alarm) rung::add, 10);
        slot.release();

        assertThat(fire(10)).isEqualTo(Slot.NEVER);
        assertThat(rung).isEmpty();
    }

    @Test
    void anAlarmMayReleaseItsOwnSlot() {
        List<Runnable> alarms = new ArrayList<>();
        slot.claim((Slot.Alarm) fired -> rung.add(fired.release() ? fired : null), 10);
        slot.fireIfDue(10, alarms::add);

        alarms.get(0).run();

        assertThat(rung).containsExactly(slot);
        assertThat(slot.isFree()).isTrue();
    }

    @Test
    void aThreadThatRefusesTheInterruptLeavesTheSlotFired() {
        Thread stubborn = new Thread() {
            @Override
            public void interrupt() {
                throw new SecurityException("on purpose");
            }
        };
        slot.claim(stubborn, 10);

        assertThat(catchThrowable(() -> fire(10))).isInstanceOf(SecurityException.class);
        assertThat(slot.release()).isTrue();
    }

    @Test
    void aReleaseWaitsForAnInterruptThatIsUnderWay() throws InterruptedException {
        CountDownLatch underWay = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        boolean[] flag = new boolean[2];
        Thread owner = new Thread("owner") {
            @Override
            public void run() {
                awaitUninterruptibly(underWay);
                slot.release();
                flag[0] = Thread.interrupted();
                released.countDown();
                awaitUninterruptibly(goOn);
                flag[1] = Thread.interrupted();
            }

            @Override
            public void interrupt() {
                underWay.countDown();
                awaitUninterruptibly(goOn);
                super.interrupt();
            }
        };
        slot.claim(owner, 10);
        owner.start();
        Thread sweeper = new Thread(() -> fire(10), "sweeper");
        sweeper.start();
        awaitUninterruptibly(underWay);

        assertThat(released.await(100, TimeUnit.MILLISECONDS)).isFalse();
        goOn.countDown();

        owner.join(60_000);
        sweeper.join(60_000);
        assertThat(flag).containsExactly(true, false);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean done = false;
        while (!done) {
            try {
                done = latch.await(1, TimeUnit.MINUTES);
                assertThat(done).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError("interrupted after the release", e);
            }
        }
    }
}
