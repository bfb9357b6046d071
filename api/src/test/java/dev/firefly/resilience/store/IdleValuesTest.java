package dev.firefly.resilience.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When values of the store in memory disappear. */
class IdleValuesTest {
    private static final Duration IDLE = Duration.ofMinutes(10);
    private static final Duration NO_WAIT = Duration.ZERO;

    private final ManualClock clock = new ManualClock();
    private final InMemoryStore store = new InMemoryStore(clock, IDLE);

    private void write(String key) {
        assertThat(store.withLock(key, NO_WAIT, entry -> entry.compareAndReplace(null, new byte[] {1})))
                .isTrue();
    }

    private boolean isThere(String key) {
        return !store.read(List.of(key)).isEmpty();
    }

    @Test
    void aValueDisappearsWhenNobodyHasLookedAtItForSoLong() {
        write("a");
        clock.advance(IDLE.minusNanos(1));
        assertThat(isThere("a")).isTrue();
        clock.advance(IDLE.minusNanos(1));
        assertThat(isThere("a")).isTrue();

        clock.advance(IDLE);

        assertThat(isThere("a")).isFalse();
    }

    @Test
    void aLockIsALookToo() {
        write("a");
        clock.advance(IDLE.minusNanos(1));
        store.withLock("a", NO_WAIT, entry -> {});
        clock.advance(IDLE.minusNanos(1));

        assertThat(isThere("a")).isTrue();
    }

    @Test
    void whoLocksAnIdleValueFindsNone() {
        write("a");
        clock.advance(IDLE);

        store.withLock("a", NO_WAIT, entry -> {
            assertThat(entry.value()).isNull();
            assertThat(entry.compareAndReplace(null, new byte[] {2})).isTrue();
        });

        assertThat(store.read(List.of("a"))).containsEntry("a", new byte[] {2});
    }

    @Test
    void whatIsLockedStays() {
        write("a");
        store.withLock("a", NO_WAIT, entry -> {
            clock.advance(IDLE.multipliedBy(2));
            store.withLock("b", NO_WAIT, other -> {});

            assertThat(entry.value()).containsExactly(1);
        });
    }

    @Test
    void listenersAreTold() {
        List<String> told = new ArrayList<>();
        write("a");
        store.join().watch((key, value) -> told.add(key + (value == null ? " is gone" : " is there")));
        clock.advance(IDLE);

        assertThat(isThere("a")).isFalse();
        write("a");

        assertThat(told).containsExactly("a is gone", "a is there");
    }

    @Test
    void valuesThatNobodyAsksForAreDroppedWhileOthersAreUsed() {
        for (int i = 0; i < 1_000; i++) {
            write("idle-" + i);
        }
        for (int turn = 0; turn < 5; turn++) {
            clock.advance(IDLE.dividedBy(4));
            store.withLock("used", NO_WAIT, entry -> {});
        }

        assertThat(store.size()).isEqualTo(1);
    }

    @Test
    void withoutATimeItIsADay() {
        InMemoryStore usual = new InMemoryStore(clock);
        usual.withLock("a", NO_WAIT, entry -> entry.compareAndReplace(null, new byte[] {1}));
        clock.advance(Duration.ofHours(24).minusNanos(1));
        assertThat(usual.read(List.of("a"))).isNotEmpty();
        clock.advance(Duration.ofHours(24));
        assertThat(usual.read(List.of("a"))).isEqualTo(Map.of());
    }

    @Test
    void theTimeMustBeLongerThanNothing() {
        assertThatThrownBy(() -> new InMemoryStore(clock, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be longer than 0, was 0");
    }
}
