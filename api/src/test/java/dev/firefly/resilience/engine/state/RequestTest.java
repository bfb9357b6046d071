package dev.firefly.resilience.engine.state;

import static dev.firefly.resilience.engine.state.Numbers.add;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.store.OnFailure;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a transition and whoever waits for it meet. */
@Timeout(120)
class RequestTest {
    private static final Change<Numbers, Integer> CHANGE =
            new Change<>(Numbers.TYPE.initial(), Numbers.TYPE.initial(), 7, 1);

    private final List<Change<Numbers, Integer>> reported = new ArrayList<>();

    private Request<Numbers, Integer> decision() {
        return Request.decision(add(1), reported::add);
    }

    private Request<Numbers, Integer> record() {
        return Request.record(add(1), reported::add);
    }

    @Test
    void whoWaitsGetsTheChangeAndNobodyElseIsTold() {
        for (Request<Numbers, Integer> request : List.of(decision(), record())) {
            request.commit(CHANGE, Runnable::run);

            assertThat(request.await(1)).isEqualTo(CHANGE);
            assertThat(request.leave()).isFalse();
            assertThat(request.isWithdrawn()).isFalse();
        }
        assertThat(reported).isEmpty();
    }

    @Test
    void aDecisionNobodyWaitsForIsWithdrawnAndReportedIfItWasAppliedAllTheSame() {
        Request<Numbers, Integer> request = decision();

        assertThat(request.await(0)).isNull();
        assertThat(request.isWithdrawn()).isTrue();

        request.commit(CHANGE, Runnable::run);
        assertThat(reported).containsExactly(CHANGE);
    }

    @Test
    void aRecordNobodyWaitsForIsNotWithdrawn() {
        Request<Numbers, Integer> request = record();

        assertThat(request.await(0)).isNull();
        assertThat(request.isWithdrawn()).isFalse();

        request.commit(CHANGE, Runnable::run);
        assertThat(reported).containsExactly(CHANGE);
        assertThat(Request.unattended(add(1), reported::add).isWithdrawn()).isFalse();
    }

    @Test
    void aFailureIsToldToWhoWaitsUnlessItHasTheChange() {
        IllegalStateException failure = new IllegalStateException("on purpose");
        Request<Numbers, Integer> failed = decision();
        failed.fail(failure);
        assertThatThrownBy(() -> failed.await(1)).isSameAs(failure);
        assertThat(failed.isWithdrawn()).isTrue();
        assertThat(failed.isFinished()).isFalse();

        Request<Numbers, Integer> committed = decision();
        committed.commit(CHANGE, Runnable::run);
        committed.fail(failure);
        assertThat(committed.await(1)).isEqualTo(CHANGE);
    }

    @Test
    void whatIsDroppedIsFinished() {
        IllegalStateException failure = new IllegalStateException("on purpose");
        Request<Numbers, Integer> dropped = record();

        dropped.drop(failure);

        assertThat(dropped.isFinished()).isTrue();
        assertThatThrownBy(() -> dropped.await(1)).isSameAs(failure);
        assertThat(reported).isEmpty();
    }

    @Test
    void theInterruptedWaitToTheEndAndKeepTheirFlag() {
        Request<Numbers, Integer> request = decision();
        Thread.currentThread().interrupt();

        assertThat(request.await(1_000_000)).isNull();

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void twoThatAddUpBecomeOneThatNobodyWaitsFor() {
        Request<Numbers, Integer> first = Request.unattended(add(1), reported::add);

        Request<Numbers, Integer> both = first.merged(add(2));

        assertThat(both.transition().apply(Numbers.TYPE.initial(), 1).state().list())
                .containsExactly(1, 2);
        both.commit(CHANGE, Runnable::run);
        assertThat(reported).hasSize(1);
        assertThat(first.merged(Numbers.look())).isNull();
    }

    @Test
    void aRequestIsInTheRecordItWasWrittenIntoAndInNoOther() {
        RecordCodec<Numbers> codec = new RecordCodec<>(Numbers.TYPE);
        Stamped<Numbers> state = new Stamped<>(Numbers.TYPE.initial(), 1);
        Stored<Numbers> own = codec.next(codec.missing(), state, new Stored.Token(1, 1));
        Stored<Numbers> other = codec.next(own, state, new Stored.Token(1, 2));
        Request<Numbers, Integer> request = record();
        assertThat(request.isIn(codec.missing())).isFalse();
        assertThat(request.isIn(own)).isFalse();

        request.writtenInto(new Stored.Token(1, 1));
        assertThat(request.isIn(own)).isTrue();
        assertThat(request.isIn(other)).isFalse();

        request.finish();
        assertThat(request.isIn(other)).isTrue();
    }

    @Test
    void whatFollowsFromAChangeHappensOnceWhoeverComesFirst() throws InterruptedException {
        for (int round = 0; round < 500; round++) {
            AtomicInteger told = new AtomicInteger();
            Request<Numbers, Integer> request = Request.decision(add(1), change -> told.incrementAndGet());

            Threads.together(2, thread -> {
                if (thread == 0) {
                    request.commit(CHANGE, Runnable::run);
                } else if (request.await(0) != null) {
                    told.incrementAndGet();
                }
            });

            assertThat(told).hasValue(1);
        }
    }

    @Test
    void whatFollowsStillHappensWhenTheExecutorIsClosed() {
        ManualClock clock = new ManualClock();
        SharedCells.Limits limits = new SharedCells.Limits(1, 1, 1, false, OnFailure.FAIL);
        Executor closed = task -> {
            throw new RejectedExecutionException("closed");
        };
        try (StoreLink link = new StoreLink(new FaultyStore(clock), clock, limits, closed, 1)) {
            link.background().execute(() -> reported.add(CHANGE));
        }

        assertThat(reported).containsExactly(CHANGE);
    }
}
