package dev.firefly.resilience.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.engine.ManualTime;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class DeadlineTest {
    private final ManualTime time = new ManualTime();

    @Test
    void withoutALimitItIsNotSet() {
        assertThat(Deadline.current().isSet()).isFalse();
        assertThat(Deadline.current().ifSet()).isEmpty();
        assertThat(Deadline.current().remaining()).isEqualTo(ChronoUnit.FOREVER.getDuration());
    }

    @Test
    void itHoldsUntilItsScopeIsClosed() {
        try (Deadline.Scope limit = Deadline.open(time, Duration.ofSeconds(3))) {
            time.moveBy(Duration.ofSeconds(1));
            assertThat(Deadline.current().remaining()).isEqualTo(Duration.ofSeconds(2));
            time.moveBy(Duration.ofSeconds(9));
            assertThat(Deadline.current().remaining()).isEqualTo(Duration.ZERO);
        }
        assertThat(Deadline.current().isSet()).isFalse();
    }

    @Test
    void theEarliestOfNestedLimitsRules() {
        try (Deadline.Scope outer = Deadline.open(time, Duration.ofSeconds(3))) {
            try (Deadline.Scope later = Deadline.open(time, Duration.ofSeconds(5))) {
                assertThat(Deadline.current().remaining()).isEqualTo(Duration.ofSeconds(3));
            }
            try (Deadline.Scope earlier = Deadline.open(time, Duration.ofSeconds(1))) {
                assertThat(Deadline.current().remaining()).isEqualTo(Duration.ofSeconds(1));
            }
            assertThat(Deadline.current().remaining()).isEqualTo(Duration.ofSeconds(3));
        }
    }

    @Test
    void aLimitOfCenturiesIsNotOverAtOnce() {
        try (Deadline.Scope limit = Deadline.open(time, Duration.ofNanos(Long.MAX_VALUE))) {
            assertThat(Deadline.current().remaining()).isGreaterThan(Duration.ofDays(200 * 365));
        }
    }

    @Test
    void itCanBeCarriedOverToWorkThatGoesOnElsewhere() {
        Deadline carried;
        try (Deadline.Scope limit = Deadline.open(time, Duration.ofSeconds(3))) {
            carried = Deadline.current();
        }
        Deadline none = Deadline.current();

        try (Deadline.Scope resumed = carried.resume()) {
            assertThat(Deadline.current()).isSameAs(carried);
            try (Deadline.Scope hidden = none.resume()) {
                assertThat(Deadline.current().isSet()).isFalse();
            }
            assertThat(Deadline.current()).isSameAs(carried);
        }
        assertThat(Deadline.current().isSet()).isFalse();
    }

    // ---- in the machine's time, where a limit is only a number

    private final Clock machine = new MonotonicClock() {
        @Override
        public void sleep(long nanos) {
            throw new AssertionError("Nobody waits here");
        }

        @Override
        public Cancellation schedule(long nanos, Runnable action) {
            throw new AssertionError("Nobody schedules here");
        }
    };

    /** Ends of limits, far enough apart for any machine. */
    private final long soon = machine.nanos() + Duration.ofHours(1).toNanos();

    private final long later = machine.nanos() + Duration.ofHours(3).toNanos();

    private static void assertThatAboutIsLeft(Duration time) {
        assertThat(Deadline.current().remaining()).isBetween(time.minusMinutes(30), time);
    }

    @Test
    void aLimitInTheMachinesTimeHoldsUntilItsScopeIsClosed() {
        try (Deadline.Scope limit = Deadline.openUntil(machine, soon)) {
            assertThat(Deadline.current().isSet()).isTrue();
            assertThat(Deadline.current().ifSet()).isPresent();
            assertThatAboutIsLeft(Duration.ofHours(1));
        }
        assertThat(Deadline.current().isSet()).isFalse();
    }

    @Test
    void theEarliestOfNestedLimitsInTheMachinesTimeRules() {
        try (Deadline.Scope outer = Deadline.openUntil(machine, soon)) {
            try (Deadline.Scope inner = Deadline.open(machine, Duration.ofHours(5))) {
                assertThatAboutIsLeft(Duration.ofHours(1));
            }
            try (Deadline.Scope inner = Deadline.open(machine, Duration.ZERO)) {
                assertThat(Deadline.current().isSet()).isTrue();
                assertThat(Deadline.current().remaining()).isZero();
            }
            assertThatAboutIsLeft(Duration.ofHours(1));
        }
    }

    @Test
    void aLimitOfCenturiesInTheMachinesTimeIsOne() {
        try (Deadline.Scope limit = Deadline.openUntil(machine, Long.MAX_VALUE)) {
            assertThat(Deadline.current().isSet()).isTrue();
            assertThat(Deadline.current().remaining()).isGreaterThan(Duration.ofDays(200 * 365));
        }
    }

    @Test
    void limitsByDifferentClocksNestInEitherOrder() {
        time.moveBy(Duration.ofNanos(later - time.nanos()));
        try (Deadline.Scope outer = Deadline.openUntil(machine, soon)) {
            try (Deadline.Scope inner = Deadline.open(time, Duration.ofHours(1))) {
                assertThatAboutIsLeft(Duration.ofHours(1));
            }
        }
        try (Deadline.Scope outer = Deadline.openUntil(time, later)) {
            try (Deadline.Scope inner = Deadline.openUntil(machine, soon)) {
                assertThatAboutIsLeft(Duration.ofHours(1));
            }
            assertThat(Deadline.current().remaining()).isZero();
        }
        assertThat(Deadline.current().isSet()).isFalse();
    }

    @Test
    void whatIsCarriedOverStandsInThePlaceOfLimitsInTheMachinesTime() {
        Deadline none = Deadline.current();
        try (Deadline.Scope outer = Deadline.openUntil(machine, soon)) {
            Deadline carried = Deadline.current();
            try (Deadline.Scope hidden = none.resume()) {
                assertThat(Deadline.current().isSet()).isFalse();
                try (Deadline.Scope inner = Deadline.openUntil(machine, later)) {
                    assertThatAboutIsLeft(Duration.ofHours(3));
                    assertThat(carried.<Duration>with(() -> Deadline.current().remaining()))
                            .isLessThan(Duration.ofHours(2));
                    assertThatAboutIsLeft(Duration.ofHours(3));
                }
                assertThat(Deadline.current().isSet()).isFalse();
            }
            assertThatAboutIsLeft(Duration.ofHours(1));
        }
    }

    @Test
    void workUnderALimitInTheMachinesTimeBelongsToTheGroupAroundIt() {
        Unfinished.Group group = new Unfinished.Group(null);
        Deadline.current().with(group).with(() -> {
            try (Deadline.Scope limit = Deadline.openUntil(machine, soon)) {
                assertThat(Deadline.current().group()).isSameAs(group);
            }
            return true;
        });
        assertThat(Deadline.current().group()).isNull();
    }
}
