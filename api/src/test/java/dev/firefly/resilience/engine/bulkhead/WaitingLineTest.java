package dev.firefly.resilience.engine.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who asks for a permit, and when, told by a source that answers when the test says so. */
@Timeout(60)
class WaitingLineTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final Rules RULES = Ledgers.rules(1, Ledgers.TTL, false);

    private final ManualClock clock = new ManualClock();
    private final Source source = new Source();
    private final WaitingLine line = new WaitingLine(source, clock);

    /** Keeps every question open until the test answers it. */
    private static final class Source implements PermitSource {
        final Deque<CompletableFuture<Optional<Lease>>> open = new ArrayDeque<>();
        int asked;
        long untilFirstLapse = Long.MAX_VALUE;

        @Override
        public Lease take(Rules rules, long now) {
            throw new AssertionError("who waits does not block");
        }

        @Override
        public boolean mayBlock() {
            return false;
        }

        @Override
        public CompletionStage<Optional<Lease>> takeAsync(Rules rules) {
            asked++;
            CompletableFuture<Optional<Lease>> question = new CompletableFuture<>();
            open.add(question);
            return question;
        }

        void refuse() {
            open.remove().complete(Optional.empty());
        }

        void grant(Lease lease) {
            open.remove().complete(Optional.of(lease));
        }

        @Override
        public int parts() {
            return 1;
        }

        @Override
        public long held() {
            return 0;
        }

        @Override
        public long untilFirstLapse() {
            return untilFirstLapse;
        }

        @Override
        public void onNews(Runnable listener) {}
    }

    private static final class CountedLease implements Lease {
        final AtomicInteger back = new AtomicInteger();

        @Override
        public void giveBack() {
            back.incrementAndGet();
        }

        @Override
        public boolean isOver() {
            return false;
        }
    }

    private CompletableFuture<Optional<Lease>> join() {
        CompletableFuture<Optional<Lease>> place = new CompletableFuture<>();
        line.join(place, () -> RULES, MINUTE);
        return place;
    }

    @Test
    void aSignalInTheMiddleOfAnAttemptLeadsToAnotherAttempt() {
        CompletableFuture<Optional<Lease>> place = join();

        line.signal();
        source.refuse();

        assertThat(source.open).hasSize(1);
        CountedLease lease = new CountedLease();
        source.grant(lease);
        assertThat(place).isCompletedWithValue(Optional.of(lease));
        assertThat(line.isEmpty()).isTrue();
        assertThat(clock.timers()).isZero();
    }

    @Test
    void manySignalsInTheMiddleOfAnAttemptLeadToOneMoreAttempt() {
        join();
        for (int i = 0; i < 100; i++) {
            line.signal();
        }

        source.refuse();
        source.refuse();

        assertThat(source.asked).isEqualTo(2);
    }

    @Test
    void onlyTheFirstAsksAndWhoeverGetsAPermitWakesTheNext() {
        CompletableFuture<Optional<Lease>> first = join();
        CompletableFuture<Optional<Lease>> second = join();
        CompletableFuture<Optional<Lease>> third = join();
        assertThat(source.asked).isEqualTo(1);

        source.grant(new CountedLease());
        assertThat(first).isDone();
        assertThat(second).isNotDone();
        source.grant(new CountedLease());
        assertThat(second).isDone();

        assertThat(third).isNotDone();
        assertThat(source.open).hasSize(1);
    }

    @Test
    void aPermitThatComesForSomebodyWhoHasGivenUpGoesBackAndTheNextAsks() {
        CompletableFuture<Optional<Lease>> first = join();
        CompletableFuture<Optional<Lease>> second = new CompletableFuture<>();
        line.join(second, () -> RULES, 2 * MINUTE);
        clock.advance(Duration.ofMinutes(1));
        assertThat(first).isCompletedWithValue(Optional.empty());
        CountedLease late = new CountedLease();

        source.grant(late);

        assertThat(late.back).hasValue(1);
        CountedLease lease = new CountedLease();
        source.grant(lease);
        assertThat(second).isCompletedWithValue(Optional.of(lease));
        assertThat(lease.back).hasValue(0);
    }

    @Test
    void aPermitThatComesForTheLastWhoHasGivenUpGoesBackAndNothingStaysBehind() {
        CompletableFuture<Optional<Lease>> place = join();
        CountedLease late = new CountedLease();
        place.cancel(false);

        source.grant(late);

        assertThat(late.back).hasValue(1);
        assertThat(line.isEmpty()).isTrue();
        assertThat(clock.timers()).isZero();
        join();
        assertThat(source.asked).isEqualTo(2);
    }

    @Test
    void withoutASignalTheFirstLooksAgainOnceASecond() {
        join();
        source.refuse();

        clock.advance(Duration.ofSeconds(1).minusNanos(1));
        assertThat(source.asked).isEqualTo(1);
        clock.advance(Duration.ofNanos(1));
        assertThat(source.asked).isEqualTo(2);

        source.refuse();
        clock.advance(Duration.ofSeconds(1));
        assertThat(source.asked).isEqualTo(3);
    }

    @Test
    void theFirstLooksAgainWhenALeaseLapsesButNeverWithoutAPause() {
        source.untilFirstLapse = Duration.ofMillis(10).toNanos();
        join();
        source.refuse();
        clock.advance(Duration.ofMillis(10));
        assertThat(source.asked).isEqualTo(2);

        source.untilFirstLapse = -1;
        source.refuse();
        clock.advance(Duration.ofNanos(999_999));
        assertThat(source.asked).isEqualTo(2);
        clock.advance(Duration.ofNanos(1));
        assertThat(source.asked).isEqualTo(3);
    }

    @Test
    void aFailureEndsTheWaitOfTheFirstAndTheNextAsks() {
        CompletableFuture<Optional<Lease>> first = join();
        CompletableFuture<Optional<Lease>> second = join();
        IllegalStateException failure = new IllegalStateException("on purpose");

        source.open.remove().completeExceptionally(failure);

        assertThatThrownBy(first::join).hasCause(failure);
        source.grant(new CountedLease());
        assertThat(second).isCompleted();
        assertThat(clock.timers()).isZero();
    }

    @Test
    void settingsThatCannotBeReadFailTheFirstAndTheLineGoesOn() {
        CompletableFuture<Optional<Lease>> first = new CompletableFuture<>();
        line.join(
                first,
                () -> {
                    throw new IllegalStateException("on purpose");
                },
                MINUTE);
        assertThat(first).isCompletedExceptionally();

        CompletableFuture<Optional<Lease>> second = join();
        source.grant(new CountedLease());

        assertThat(second).isCompleted();
    }

    @Test
    void aSignalWithNobodyInTheLineAsksForNothing() {
        line.signal();

        assertThat(source.asked).isZero();
    }
}
