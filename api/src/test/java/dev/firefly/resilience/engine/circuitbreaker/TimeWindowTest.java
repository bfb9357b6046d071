package dev.firefly.resilience.engine.circuitbreaker;

import static dev.firefly.resilience.engine.circuitbreaker.Circuits.SECOND;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.T0;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.Seeds;
import dev.firefly.resilience.engine.circuitbreaker.TimeWindow.Bucket;
import dev.firefly.resilience.engine.circuitbreaker.TimeWindow.FailureTimes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class TimeWindowTest {
    private static final Outcome[] COUNTED = {
        Outcome.SUCCESS, Outcome.SLOW_SUCCESS, Outcome.FAILURE, Outcome.SLOW_FAILURE
    };

    private record Seen(long at, Outcome outcome) {}

    private static Rules counting(Duration span, int failures) {
        return rules(b -> b.windowDuration(span)
                .failureThreshold(failures)
                .minimumNumberOfCalls(1)
                .slowCallDuration(Duration.ofSeconds(1)));
    }

    private static Rules failuresOnly(Duration span, int failures) {
        return rules(b -> b.windowDuration(span).failureThreshold(failures));
    }

    private static int count(List<Seen> all, long after, Predicate<Outcome> wanted) {
        return (int) all.stream()
                .filter(seen -> seen.at > after && wanted.test(seen.outcome))
                .count();
    }

    /** Buckets may let go of an outcome up to one bucket's width early (two, where buckets were joined), never late. */
    private static void assertWithin(TimeWindow window, List<Seen> all, long span, long now, int widths) {
        Bucket sum = window.sum(span, now);
        long width = widths * TimeWindow.bucketWidth(span);
        assertBetween(sum.calls(), all, span, width, now, outcome -> true);
        assertBetween(sum.failures(), all, span, width, now, outcome -> outcome.failed);
        assertBetween(sum.slowCalls(), all, span, width, now, outcome -> outcome.slow);
    }

    private static void assertBetween(
            int sum, List<Seen> all, long span, long width, long now, Predicate<Outcome> wanted) {
        assertThat(sum).isBetween(count(all, now - span + width - 1, wanted), count(all, now - span, wanted));
    }

    @Test
    void theWindowAgreesWithAPlainListToABucketsWidth() {
        Seeds.each(100, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            long span = random.nextLong(1, 100) * SECOND + random.nextLong(SECOND);
            int keep = random.nextInt(1, 8);
            Rules rules = counting(Duration.ofNanos(span), keep);
            TimeWindow window = TimeWindow.NONE.grownFor(rules);
            List<Seen> all = new ArrayList<>();
            long now = T0;
            for (int i = 0; i < 300; i++) {
                now += random.nextInt(20) == 0 ? random.nextLong(2 * span) : random.nextLong(span / 40);
                Outcome outcome = COUNTED[random.nextInt(COUNTED.length)];
                window = window.push(outcome, 1, now, TimeWindow.bucketWidth(span));
                all.add(new Seen(now, outcome));
                assertWithin(window, all, span, now, 1);
                long horizon = now - span;
                long[] failures = all.stream()
                        .filter(seen -> seen.outcome.failed && seen.at > horizon)
                        .mapToLong(Seen::at)
                        .toArray();
                assertThat(window.failureTimes().after(horizon).toArray())
                        .isEqualTo(FailureTimes.of(failures).newest(keep).toArray());
            }
        });
    }

    @Test
    void aFailureIsInTheWindowUntilExactlyItsSpanHasPassed() {
        Rules rules = failuresOnly(Duration.ofSeconds(10), 3);
        TimeWindow window = TimeWindow.NONE.grownFor(rules).push(Outcome.FAILURE, 1, T0, 1);

        assertThat(window.failureTimes()
                        .after(T0 + 10 * SECOND - 1 - rules.windowNanos())
                        .size())
                .isEqualTo(1);
        assertThat(window.failureTimes()
                        .after(T0 + 10 * SECOND - rules.windowNanos())
                        .size())
                .isZero();
    }

    @Test
    void aBucketIsCountedUntilExactlyItsSpanHasPassed() {
        Rules rules = counting(Duration.ofSeconds(32), 3);
        TimeWindow window = TimeWindow.NONE.grownFor(rules).push(Outcome.SUCCESS, 3, T0, SECOND);

        assertThat(window.sum(32 * SECOND, T0 + 32 * SECOND - 1).calls()).isEqualTo(3);
        assertThat(window.sum(32 * SECOND, T0 + 32 * SECOND).calls()).isZero();
    }

    @Test
    void outcomesShareABucketForLessThanItsWidth() {
        Rules rules = counting(Duration.ofSeconds(32), 3);
        TimeWindow window = TimeWindow.NONE
                .grownFor(rules)
                .push(Outcome.SUCCESS, 1, T0, SECOND)
                .push(Outcome.SLOW_FAILURE, 1, T0 + SECOND - 1, SECOND)
                .push(Outcome.SUCCESS, 1, T0 + SECOND, SECOND);

        assertThat(window.buckets()).containsExactly(new Bucket(T0, 2, 1, 1), new Bucket(T0 + SECOND, 1, 0, 0));
    }

    @Test
    void whatHasLeftTheWindowIsForgottenByTheNextOutcome() {
        Rules rules = counting(Duration.ofSeconds(32), 3);
        TimeWindow window = TimeWindow.NONE
                .grownFor(rules)
                .push(Outcome.FAILURE, 1, T0, SECOND)
                .push(Outcome.SUCCESS, 1, T0 + 40 * SECOND, SECOND);

        assertThat(window.buckets()).hasSize(1);
        assertThat(window.failureTimes().size()).isZero();
    }

    @Test
    void onlyAsManyFailureTimesAreKeptAsTheThresholdAsksFor() {
        Rules rules = failuresOnly(Duration.ofSeconds(10), 3);
        TimeWindow window = TimeWindow.NONE.grownFor(rules);
        for (int i = 0; i < 10; i++) {
            window = window.push(Outcome.FAILURE, 1, T0 + i, 1);
        }

        assertThat(window.failureTimes().toArray()).containsExactly(T0 + 7, T0 + 8, T0 + 9);
    }

    @Test
    void aSuccessChangesNothingWhereOnlyFailuresAreCounted() {
        TimeWindow window = TimeWindow.NONE
                .grownFor(failuresOnly(Duration.ofSeconds(10), 3))
                .push(Outcome.FAILURE, 1, T0, 1);

        assertThat(window.push(Outcome.SUCCESS, 5, T0 + 1, 1)).isSameAs(window);
        assertThat(window.push(Outcome.SLOW_SUCCESS, 1, T0 + 60 * SECOND, 1)).isSameAs(window);
        assertThat(window.buckets()).isEmpty();
    }

    @Test
    void aWindowGrowsOnlyForWhoeverNeedsMore() {
        TimeWindow window = TimeWindow.NONE.grownFor(counting(Duration.ofSeconds(60), 5));

        assertThat(window.grownFor(counting(Duration.ofSeconds(60), 5))).isSameAs(window);
        assertThat(window.grownFor(failuresOnly(Duration.ofSeconds(30), 4))).isSameAs(window);
        assertThat(window.grownFor(rules(b -> b))).isSameAs(window);
        TimeWindow longer = window.grownFor(failuresOnly(Duration.ofSeconds(90), 4));
        assertThat(longer.spanNanos()).isEqualTo(90 * SECOND);
        assertThat(longer.keep()).isEqualTo(5);
        assertThat(longer.countsCalls()).isTrue();
        assertThat(window.grownFor(failuresOnly(Duration.ofSeconds(9), 7)).keep())
                .isEqualTo(7);
        TimeWindow bare = TimeWindow.NONE.grownFor(failuresOnly(Duration.ofSeconds(60), 5));
        assertThat(bare.countsCalls()).isFalse();
        assertThat(bare.grownFor(counting(Duration.ofSeconds(1), 1)).countsCalls())
                .isTrue();
    }

    @Test
    void nodesWithSpansFarApartShareABoundedWindowAndEachCountsItsOwnSpan() {
        Seeds.each(3, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            Rules small = counting(Duration.ofSeconds(1), 3);
            Rules large = counting(Duration.ofSeconds(60), 3);
            TimeWindow window = TimeWindow.NONE.grownFor(small).grownFor(large);
            List<Seen> all = new ArrayList<>();
            long now = T0;
            for (int i = 0; i < 8000; i++) {
                now += random.nextLong(SECOND / 20);
                Rules rules = random.nextInt(3) == 0 ? large : small;
                Outcome outcome = COUNTED[random.nextInt(COUNTED.length)];
                window = window.push(outcome, 1, now, TimeWindow.bucketWidth(rules.windowNanos()));
                all.add(new Seen(now, outcome));
                assertThat(window.buckets()).hasSizeLessThanOrEqualTo(TimeWindow.MOST_BUCKETS);
                if (i % 20 == 0) {
                    assertWithin(window, all, 60 * SECOND, now, 2);
                    assertThat(window.sum(SECOND, now).calls())
                            .isLessThanOrEqualTo(count(all, now - SECOND, o -> true));
                }
            }
        });
    }

    @Test
    void aShiftMovesEveryTime() {
        Rules rules = counting(Duration.ofSeconds(32), 3);
        TimeWindow window = TimeWindow.NONE.grownFor(rules).push(Outcome.FAILURE, 1, T0, SECOND);

        TimeWindow moved = window.shifted(-3600 * SECOND);

        assertThat(moved.buckets()).containsExactly(new Bucket(T0 - 3600 * SECOND, 1, 1, 0));
        assertThat(moved.failureTimes().toArray()).containsExactly(T0 - 3600 * SECOND);
        assertThat(moved.spanNanos()).isEqualTo(window.spanNanos());
    }

    @Test
    void aNodeThatCountsByNumberStillCountsForThoseThatCountByTime() {
        Rules byNumber = rules(b -> b.windowSize(10));
        Rules byTime = counting(Duration.ofSeconds(32), 3);
        OutcomeWindow window = OutcomeWindow.EMPTY.push(Outcome.SUCCESS, 1, T0, byTime);

        for (int i = 1; i <= 40; i++) {
            window = window.push(Outcome.FAILURE, 1, T0 + i * SECOND / 2, byNumber);
        }

        long now = T0 + 20 * SECOND;
        assertThat(window.tally(byTime, now).calls()).isEqualTo(41);
        assertThat(window.tally(byNumber, now).failures()).isEqualTo(10);
        assertThat(window.time().buckets()).hasSizeBetween(20, 21);
    }
}
