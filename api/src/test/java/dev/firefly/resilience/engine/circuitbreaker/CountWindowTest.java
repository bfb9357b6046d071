package dev.firefly.resilience.engine.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Seeds;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CountWindowTest {
    private static final Outcome[] COUNTED = {
        Outcome.SUCCESS, Outcome.SUCCESS, Outcome.SLOW_SUCCESS, Outcome.FAILURE, Outcome.SLOW_FAILURE
    };

    /** The same window as a plain list, newest first. */
    private static final class Naive {
        private final Deque<Outcome> outcomes = new ArrayDeque<>();
        private int capacity;

        Naive(int capacity) {
            this.capacity = capacity;
        }

        void push(Outcome outcome, int times) {
            for (int i = 0; i < times; i++) {
                outcomes.addFirst(outcome);
                if (outcomes.size() > capacity) {
                    outcomes.removeLast();
                }
            }
        }

        int count(int newest, Predicate<Outcome> wanted) {
            return (int) outcomes.stream().limit(newest).filter(wanted).count();
        }

        boolean isSettled() {
            return outcomes.size() == capacity && count(capacity, outcome -> outcome == Outcome.SUCCESS) == capacity;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 63, 64, 65, 100, 128, 1000})
    void theWindowAgreesWithAPlainListWhateverIsPushed(int size) {
        Seeds.each(20, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            CountWindow window = CountWindow.empty(size);
            Naive naive = new Naive(size);
            for (int i = 0; i < 300; i++) {
                Outcome outcome = COUNTED[random.nextInt(COUNTED.length)];
                int times = random.nextInt(10) == 0 ? random.nextInt(1, 2 * size + 70) : random.nextInt(1, 4);
                boolean changesNothing = naive.isSettled() && outcome == Outcome.SUCCESS;
                CountWindow next = window.push(outcome, times);
                naive.push(outcome, times);
                assertThat(next == window).isEqualTo(changesNothing);
                window = next;
                assertSame(window, naive, random.nextInt(1, size + 2));
                assertSame(window, naive, size);
            }
        });
    }

    @Test
    void aGrownWindowKeepsWhatItHadAndTakesMore() {
        Seeds.each(50, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            int size = random.nextInt(1, 70);
            CountWindow window = CountWindow.empty(size);
            Naive naive = new Naive(size);
            for (int i = 0; i < 100; i++) {
                if (random.nextInt(10) == 0) {
                    size += random.nextInt(40);
                    naive.capacity = size;
                    window = window.grownTo(size);
                }
                Outcome outcome = COUNTED[random.nextInt(COUNTED.length)];
                window = window.push(outcome, 1);
                naive.push(outcome, 1);
                assertSame(window, naive, random.nextInt(1, size + 1));
                assertThat(window.capacity()).isEqualTo(size);
            }
        });
    }

    private static void assertSame(CountWindow window, Naive naive, int newest) {
        assertThat(window.filled()).isEqualTo(naive.outcomes.size());
        assertThat(window.calls(newest)).isEqualTo(naive.count(newest, outcome -> true));
        assertThat(window.failures(newest)).isEqualTo(naive.count(newest, outcome -> outcome.failed));
        assertThat(window.slowCalls(newest)).isEqualTo(naive.count(newest, outcome -> outcome.slow));
        assertThat(window.isSettled()).isEqualTo(naive.isSettled());
    }

    @Test
    void manyPushesAtOnceEqualAsManySingleOnes() {
        Seeds.each(200, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            CountWindow window = CountWindow.empty(random.nextInt(1, 200));
            for (int i = 0; i < 10; i++) {
                window = window.push(COUNTED[random.nextInt(COUNTED.length)], random.nextInt(1, 60));
            }
            Outcome outcome = COUNTED[random.nextInt(COUNTED.length)];
            int times = random.nextInt(1, 250);
            CountWindow singly = window;
            for (int i = 0; i < times; i++) {
                singly = singly.push(outcome, 1);
            }
            CountWindow atOnce = window.push(outcome, times);
            assertThat(atOnce.failedBits()).isEqualTo(singly.failedBits());
            assertThat(atOnce.slowBits()).isEqualTo(singly.slowBits());
            assertThat(atOnce.filled()).isEqualTo(singly.filled());
        });
    }

    @Test
    void aSmallerSizeDoesNotShrinkTheWindow() {
        CountWindow window = CountWindow.empty(100).push(Outcome.FAILURE, 100);

        assertThat(window.grownTo(10)).isSameAs(window);
        assertThat(window.failures(10)).isEqualTo(10);
    }

    @Test
    void aFullWindowOfSuccessesStaysTheVerySameObject() {
        CountWindow full = CountWindow.empty(64).push(Outcome.SUCCESS, 64);

        assertThat(full.push(Outcome.SUCCESS, 1)).isSameAs(full);
        assertThat(full.push(Outcome.SUCCESS, 1000)).isSameAs(full);
        assertThat(full.push(Outcome.FAILURE, 1)).isNotSameAs(full);
        assertThat(full.push(Outcome.SLOW_SUCCESS, 1)).isNotSameAs(full);
        assertThat(full.grownTo(65).isSettled()).isFalse();
    }

    @Test
    void bitsBeyondTheCapacityAreDropped() {
        CountWindow window = CountWindow.of(3, 3, new long[] {-1}, new long[] {-1});

        assertThat(window.failedBits()).containsExactly(7);
        assertThat(window.slowBits()).containsExactly(7);
    }

    @Test
    void rowsThatDoNotFitTheCapacityAreRefused() {
        assertThatThrownBy(() -> CountWindow.of(64, 65, new long[1], new long[1]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CountWindow.of(64, -1, new long[1], new long[1]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CountWindow.of(65, 1, new long[1], new long[1]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CountWindow.of(64, 1, new long[1], new long[2]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsHandedOutCannotChangeTheWindow() {
        CountWindow window = CountWindow.empty(10).push(Outcome.SLOW_FAILURE, 1);

        window.failedBits()[0] = 0;
        window.slowBits()[0] = 0;

        assertThat(window.failures(10)).isEqualTo(1);
        assertThat(window.slowCalls(10)).isEqualTo(1);
    }
}
