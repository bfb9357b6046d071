package dev.firefly.resilience.engine.bulkhead;

import static dev.firefly.resilience.engine.bulkhead.Ledgers.SECOND;
import static dev.firefly.resilience.engine.bulkhead.Ledgers.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LeaseTermTest {
    @Test
    void aLeaseEndsNoEarlierThanItsTermAndAtMostAnEighthLater() {
        Seeds.each(2000, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            LeaseTerm term = new LeaseTerm(1 + random.nextLong(1L << random.nextInt(1, 60)));
            long now = T0 + random.nextLong(1000 * SECOND);

            long end = term.end(now);

            assertThat(end - now).isBetween(term.nanos(), term.nanos() + term.nanos() / 8);
            assertThat(term.allows(end, now)).isTrue();
            assertThat(end).isLessThanOrEqualTo(term.latestEnd(now));
        });
    }

    @Test
    void whateverALeaseMayShareItEndsNoEarlierThanItsTermAndAtMostAnEighthLater() {
        LeaseTerm term = new LeaseTerm(8 * SECOND);

        assertThat(term.allows(T0 + 8 * SECOND - 1, T0)).isFalse();
        assertThat(term.allows(T0 + 8 * SECOND, T0)).isTrue();
        assertThat(term.allows(T0 + 9 * SECOND, T0)).isTrue();
        assertThat(term.allows(T0 + 9 * SECOND + 1, T0)).isFalse();
    }

    @Test
    void leasesThatBeginWithinAnEighthOfTheTermEndTogether() {
        LeaseTerm term = new LeaseTerm(8 * SECOND);

        assertThat(term.end(T0 + 1)).isEqualTo(T0 + 9 * SECOND);
        assertThat(term.end(T0 + SECOND)).isEqualTo(T0 + 9 * SECOND);
        assertThat(term.end(T0 + SECOND + 1)).isEqualTo(T0 + 10 * SECOND);
    }

    @Test
    void aTermOfCenturiesNeverEnds() {
        LeaseTerm term = new LeaseTerm(Long.MAX_VALUE);

        assertThat(term.end(T0)).isEqualTo(Long.MAX_VALUE);
        assertThat(term.allows(Long.MAX_VALUE, T0)).isTrue();
        assertThat(term.latestEnd(T0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aTermIsLongerThanNothing() {
        assertThatThrownBy(() -> new LeaseTerm(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
