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
}
