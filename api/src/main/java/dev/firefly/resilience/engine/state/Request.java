package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.engine.state.Stored.Token;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/*
 * A transition on its way to the store, and whoever waits for it. The two meet in one reference:
 *
 *   ATTENDED -> COMMITTED   the leader has applied it for good; who waits gets the change
 *   ATTENDED -> LEFT        who waited has gone (time-out), was told of a failure, or nobody ever waited
 *
 * Whoever loses the race knows what the other has done. A decision (it grants something) that is LEFT before it is
 * applied is withdrawn; one that is LEFT while it is being applied is reported to its consumer, who takes it back. A
 * record of what has happened is applied either way.
 */
final class Request<S, A> {
    private enum Attendance {
        ATTENDED,
        COMMITTED,
        LEFT
    }

    private final Transition<S, A> transition;
    private final boolean decision;
    private final Consumer<Change<S, A>> unattended;
    private final CompletableFuture<Change<S, A>> result = new CompletableFuture<>();
    private final AtomicReference<Attendance> attendance = new AtomicReference<>(Attendance.ATTENDED);
    private volatile boolean finished;
    private volatile Token record = Token.NONE;

    private Request(Transition<S, A> transition, boolean decision, Consumer<Change<S, A>> unattended) {
        this.transition = transition;
        this.decision = decision;
        this.unattended = unattended;
    }

    static <S, A> Request<S, A> decision(Transition<S, A> transition, Consumer<Change<S, A>> abandoned) {
        return new Request<>(transition, true, abandoned);
    }

    static <S, A> Request<S, A> record(Transition<S, A> transition, Consumer<Change<S, A>> done) {
        return new Request<>(transition, false, done);
    }

    /** A record nobody waits for. */
    static <S, A> Request<S, A> unattended(Transition<S, A> transition, Consumer<Change<S, A>> done) {
        Request<S, A> request = new Request<>(transition, false, done);
        request.leave();
        return request;
    }

    /** An unattended one that does what this and then the next would do; null when there is none. */
    @Nullable
    Request<S, A> merged(Transition<S, ?> next) {
        Transition<S, A> both = transition.merge(next);
        return both == null ? null : unattended(both, unattended);
    }

    Transition<S, A> transition() {
        return transition;
    }

    /** Whether it is not to be applied any more. */
    boolean isWithdrawn() {
        return decision && attendance.get() == Attendance.LEFT;
    }

    /** Whether somebody waits for it. */
    boolean isUrgent() {
        return attendance.get() == Attendance.ATTENDED;
    }

    /** Whether it was applied or dropped, so that the state in the store says all there is to say. */
    boolean isFinished() {
        return finished;
    }

    /** The leader is about to write it into the record with this token. */
    void writtenInto(Token token) {
        record = token;
    }

    /** Whether that state contains it already: it was finished, or the store reports the write before its writer does. */
    boolean isIn(Stored<S> stored) {
        return finished || record.equals(stored.token()) && !record.equals(Token.NONE);
    }

    CompletableFuture<Change<S, A>> result() {
        return result;
    }

    /** The record in the store contains it from now on. */
    void finish() {
        finished = true;
    }

    /** The leader has applied it for good. */
    void commit(Change<S, A> change, Executor background) {
        if (attendance.compareAndSet(Attendance.ATTENDED, Attendance.COMMITTED)) {
            result.complete(change);
        } else {
            background.execute(() -> unattended.accept(change));
        }
    }

    /** It will not be applied by anybody. */
    void drop(Throwable why) {
        finished = true;
        fail(why);
    }

    /** Tells who waits that the store has failed; a decision is withdrawn by this, a record stays to be applied. */
    void fail(Throwable why) {
        if (leave()) {
            result.completeExceptionally(why);
        }
    }

    /** Stops waiting; false when it has been applied already, and the result is there. */
    boolean leave() {
        return attendance.compareAndSet(Attendance.ATTENDED, Attendance.LEFT);
    }

    /**
     * Waits for the result without being interrupted; the wait is short, and the interrupt flag is set again after it.
     *
     * @return null when the time is over, and then nobody waits any more
     * @throws RuntimeException what the store failed with
     */
    @Nullable
    Change<S, A> await(long nanos) {
        try {
            return Waiting.uninterruptibly(result, nanos);
        } catch (TimeoutException e) {
            if (leave()) {
                return null;
            }
            try {
                return result.join();
            } catch (CompletionException failed) {
                throw failed.getCause() instanceof RuntimeException own ? own : failed;
            }
        } catch (ExecutionException e) {
            throw Waiting.causeOf(e);
        }
    }
}
