package dev.firefly.resilience.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.engine.ManualTime;
import dev.firefly.resilience.engine.state.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class UnfinishedTest {
    private final CompletableFuture<String> work = new CompletableFuture<>();
    private final CompletableFuture<String> other = new CompletableFuture<>();

    /** A stage that does not let itself be waited for. */
    private static final class Deaf extends CompletableFuture<String> {
        @Override
        public CompletableFuture<String> whenComplete(BiConsumer<? super String, ? super Throwable> action) {
            throw new UnsupportedOperationException("on purpose");
        }
    }

    private static boolean isOpen(CompletionStage<?> stage) {
        return !stage.toCompletableFuture().isDone();
    }

    @Test
    void whereNothingIsLeftBehindThereIsNothingToWaitFor() {
        assertThat(Unfinished.since(Unfinished.mark())).isNull();
    }

    @Test
    void whatIsLeftBehindEndsWhenAllOfItHasEnded() {
        long mark = Unfinished.mark();
        Unfinished.leave(work);
        Unfinished.leave(other);

        CompletionStage<?> end = Unfinished.since(mark);

        assertThat(end).matches(UnfinishedTest::isOpen);
        work.complete("done");
        assertThat(end).matches(UnfinishedTest::isOpen);
        other.complete("done");
        assertThat(end.toCompletableFuture()).isCompleted();
    }

    @Test
    void workThatFailsHasEnded() {
        long mark = Unfinished.mark();
        Unfinished.leave(work);
        CompletionStage<?> end = Unfinished.since(mark);

        work.completeExceptionally(new IllegalStateException("on purpose"));

        assertThat(end.toCompletableFuture()).isCompleted();
    }

    @Test
    void workThatHasEndedIsForgotten() {
        long mark = Unfinished.mark();
        Unfinished.leave(work);
        work.complete("done");
        Unfinished.leave(CompletableFuture.completedFuture("done"));

        assertThat(Unfinished.since(mark)).isNull();
        assertThat(work.getNumberOfDependents()).isZero();
    }

    @Test
    void workThatWasLeftBeforeTheMarkIsSomebodyElses() {
        Unfinished.leave(work);
        long mark = Unfinished.mark();
        Unfinished.leave(other);

        CompletionStage<?> end = Unfinished.since(mark);

        other.complete("done");
        assertThat(end.toCompletableFuture()).isCompleted();
        work.complete("done");
    }

    @Test
    void everyGuardAroundTheCallFindsIt() {
        long outer = Unfinished.mark();
        long inner = Unfinished.mark();
        Unfinished.leave(work);

        assertThat(Unfinished.since(inner)).matches(UnfinishedTest::isOpen);
        assertThat(Unfinished.since(outer)).matches(UnfinishedTest::isOpen);
        work.complete("done");
    }

    @Test
    void workOfAnotherThreadIsThatThreads() throws InterruptedException {
        long mark = Unfinished.mark();
        Threads.together(1, number -> Unfinished.leave(work));

        assertThat(Unfinished.since(mark)).isNull();
        work.complete("done");
    }

    @Test
    void workWhoseEndNobodyCanLearnIsNotWaitedFor() {
        long mark = Unfinished.mark();
        Unfinished.leave(new Deaf());

        assertThat(Unfinished.since(mark)).isNull();
    }

    @Test
    void threadsThatLeaveWorkBehindAtTheSameTimeEachFindTheirOwn() throws InterruptedException {
        Threads.together(4, number -> {
            for (int round = 0; round < 500; round++) {
                CompletableFuture<String> own = new CompletableFuture<>();
                long mark = Unfinished.mark();
                Unfinished.leave(own);
                CompletionStage<?> end = Unfinished.since(mark);
                assertThat(end).matches(UnfinishedTest::isOpen);
                own.complete("done");
                assertThat(end.toCompletableFuture()).isCompleted();
                assertThat(Unfinished.since(mark)).isNull();
            }
        });
    }

    @Test
    void aGroupIsToldOfWhatItsThreadsLeaveBehind() {
        Unfinished.Group group = new Unfinished.Group(null);
        try (Deadline.Scope scope = Deadline.current().with(group).resume()) {
            assertThat(group.end()).isNull();
            Unfinished.leave(work);
        }

        CompletionStage<?> end = group.end();

        assertThat(end).matches(UnfinishedTest::isOpen);
        work.complete("done");
        assertThat(end.toCompletableFuture()).isCompleted();
        assertThat(group.end()).isNull();
    }

    @Test
    void aGroupTravelsWithTheDeadlinesInsideIt() {
        Unfinished.Group group = new Unfinished.Group(null);
        ManualTime time = new ManualTime();
        try (Deadline.Scope scope = Deadline.current().with(group).resume();
                Deadline.Scope first = Deadline.open(time, Duration.ofSeconds(3));
                Deadline.Scope earlier = Deadline.open(time, Duration.ofSeconds(1))) {
            assertThat(Deadline.current().group()).isSameAs(group);
        }
        assertThat(Deadline.current().group()).isNull();
    }

    @Test
    void theGroupsAroundAGroupAreToldToo() {
        Unfinished.Group outer = new Unfinished.Group(null);
        Unfinished.Group inner = new Unfinished.Group(outer);

        inner.add(work);

        assertThat(inner.end()).matches(UnfinishedTest::isOpen);
        assertThat(outer.end()).matches(UnfinishedTest::isOpen);
        work.complete("done");
        assertThat(outer.end()).isNull();
    }

    @Test
    void aGroupHoldsWhatIsAddedToItFromManyThreads() throws InterruptedException {
        Unfinished.Group group = new Unfinished.Group(null);
        List<CompletableFuture<String>> all = new ArrayList<>();
        for (int i = 0; i < 4 * 500; i++) {
            all.add(new CompletableFuture<>());
        }
        Threads.together(
                4, number -> all.subList(number * 500, (number + 1) * 500).forEach(group::add));

        CompletionStage<?> end = group.end();
        for (CompletableFuture<String> one : all) {
            assertThat(end).matches(UnfinishedTest::isOpen);
            one.complete("done");
        }

        assertThat(end.toCompletableFuture()).isCompleted();
    }
}
