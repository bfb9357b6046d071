package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.engine.state.Batch.Applied;
import dev.firefly.resilience.engine.state.Outages.Way;
import dev.firefly.resilience.engine.state.RecordCodec.NewerVersionException;
import dev.firefly.resilience.store.ResilienceStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/*
 * Brings the transitions on one key to the store. Callers queue them; at most one round at a time runs for a key, on a
 * thread of the key's lane. A round takes the lock once, applies all that is queued, and writes once:
 *
 *   lock; the record (the last known one is tried first: a compare-and-replace under the lock proves it right or wrong);
 *   apply; compare and replace; unlock; tell everybody.
 *
 * A write whose fate is unknown (the store threw in the middle of it) is looked for at the next round: every record names
 * its writer. Only what may be applied twice is tried again if it cannot be found, so that nothing counts twice.
 */
final class Combiner<S> {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.store");
    private static final Duration LOCK_WAIT = Duration.ofMillis(100);
    private static final int ATTEMPTS = 4;
    private static final long FIRST_PAUSE_NANOS = 100_000_000;
    private static final long LONGEST_PAUSE_NANOS = 5_000_000_000L;

    private final String key;
    private final StoreLink link;
    private final RecordSource<S> source;
    private final StateType<S> type;

    private final Queue<Request<S, ?>> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final AtomicBoolean paused = new AtomicBoolean();
    private volatile boolean forsaken;

    // touched by the round alone
    private final List<Request<S, ?>> claimed = new ArrayList<>();
    private @Nullable Written<S> inDoubt;
    private boolean memoryIsGood = true;
    private long pauseNanos = FIRST_PAUSE_NANOS;

    /** A batch with the record that holds it. */
    private record Written<S>(Batch<S> batch, Stored<S> record) {}

    /** What the combiner needs to know of, and tells, its cell. */
    interface RecordSource<S> {
        /** The record last known to be current; null when there is none. */
        @Nullable
        Stored<S> lastKnown();

        /** Reads bytes; what cannot be read counts as missing. */
        Stored<S> parse(byte @Nullable [] bytes);

        RecordCodec<S> codec();

        /** The record was current at some moment since the given one, and the requests in it are finished. */
        void committed(Stored<S> record, long since);

        /** Turns what the store threw into what callers get. */
        RuntimeException translate(Throwable failure);
    }

    Combiner(String key, StoreLink link, RecordSource<S> source, StateType<S> type) {
        this.key = key;
        this.link = link;
        this.source = source;
        this.type = type;
    }

    void submit(Request<S, ?> request) {
        submit(null, request);
    }

    /** Submits one behind another, so that one round takes both. */
    void submit(@Nullable Request<S, ?> first, Request<S, ?> second) {
        if (first != null) {
            queue.add(first);
        }
        queue.add(second);
        schedule();
        if (second.isUrgent()) {
            wake();
        }
    }

    /** Whether everything submitted has been applied or dropped. */
    boolean isIdle() {
        return !scheduled.get() && queue.isEmpty();
    }

    /** Nobody needs what is left; it is tried once more. */
    void forsake() {
        forsaken = true;
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            link.change(key, this::round);
        }
    }

    private void round() {
        long pause = FIRST_PAUSE_NANOS;
        try {
            pause = turn();
        } finally {
            claimed.removeIf(one -> forsaken || one.isWithdrawn());
            goOn(pause);
        }
    }

    /** One turn under the lock; returns how long to wait before the next, if there is more to do. */
    private long turn() {
        List<Written<S>> written = new ArrayList<>(1);
        long start = link.clock().nanos();
        Throwable failure = null;
        try {
            if (link.store().withLock(key, LOCK_WAIT, entry -> work(entry, written))) {
                pauseNanos = FIRST_PAUSE_NANOS;
            }
            link.answered(Way.CHANGE, key);
        } catch (RuntimeException | Error e) { // a round that ended by it would be the key's last
            failure = e;
        }
        if (!written.isEmpty()) {
            commit(written.get(0), start);
        } else if (failure != null) {
            if (failure instanceof NewerVersionException) {
                inDoubt = null; // it is not ours
                link.answered(Way.CHANGE, key);
            } else {
                link.failed(Way.CHANGE, key, failure);
            }
            failAll(failure);
            long pause = pauseNanos;
            pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
            return pause;
        }
        return 0;
    }

    private void goOn(long pause) {
        if (claimed.isEmpty() && queue.isEmpty() && inDoubt == null) {
            scheduled.set(false);
            if (!queue.isEmpty()) {
                schedule();
            }
        } else if (pause == 0) {
            link.change(key, this::round);
        } else {
            pause(pause);
        }
    }

    /** After a failure what nobody waits for can wait; who waits is told at once. */
    private void pause(long nanos) {
        paused.set(true);
        if (queue.stream().anyMatch(Request::isUrgent)) {
            wake();
        } else {
            link.clock().schedule(nanos, this::wake);
        }
    }

    /** Ends the pause after a failure. */
    void wake() {
        if (paused.compareAndSet(true, false)) {
            link.change(key, this::round);
        }
    }

    /** Runs under the lock; adds to the list what was written, or what needed no write, unless it got nowhere. */
    private void work(ResilienceStore.Entry entry, List<Written<S>> written) {
        Stored<S> remembered = inDoubt == null ? source.lastKnown() : null;
        Stored<S> current = remembered;
        if (current == null || !memoryIsGood) {
            current = source.parse(entry.value());
            memoryIsGood = remembered == null || current.isSameRecordAs(remembered);
            Written<S> doubt = inDoubt;
            if (isFoundAfterDoubt(current, written)) {
                return;
            }
            dropUnrepeatable(doubt);
        }
        claim();
        boolean verified = current != remembered;
        for (int attempt = 0; attempt < ATTEMPTS && !claimed.isEmpty(); attempt++) {
            long now = link.store().now();
            Batch<S> batch;
            try {
                batch = Batch.of(current, claimed, now, type);
            } catch (RuntimeException e) {
                current = unusable(current, e);
                verified = true;
                continue;
            }
            Stored<S> actual =
                    batch.isChange() ? write(entry, batch, written) : confirm(entry, batch, verified, written);
            if (actual == null) {
                return;
            }
            memoryIsGood = false;
            current = actual;
            verified = true;
        }
    }

    /** A record with which transitions cannot work is as good as one that cannot be read. */
    private Stored<S> unusable(Stored<S> record, RuntimeException why) {
        byte[] bytes = record.bytes();
        if (bytes == null || record.revision() == 0) {
            throw why;
        }
        LOG.log(Level.WARNING, "The record " + key + " holds what cannot be; the next write replaces it", why);
        return source.codec().unreadable(bytes);
    }

    /** Returns null when the batch was written, else the record that was found instead. */
    private @Nullable Stored<S> write(ResilienceStore.Entry entry, Batch<S> batch, List<Written<S>> written) {
        Stored<S> next = source.codec().next(batch.from(), batch.result(), link.nextToken());
        inDoubt = new Written<>(batch, next);
        batch.applied().forEach(one -> one.request().writtenInto(next.token()));
        if (entry.compareAndReplace(batch.from().bytes(), next.toBytes())) {
            written.add(inDoubt);
            inDoubt = null;
            return null;
        }
        Stored<S> actual = source.parse(entry.value());
        // a replace that the grid repeated by itself may have answered false for its own success
        return isFoundAfterDoubt(actual, written) ? null : actual;
    }

    /** Nothing to write; but what was decided on a remembered record holds only if that is still the record. */
    private @Nullable Stored<S> confirm(
            ResilienceStore.Entry entry, Batch<S> batch, boolean verified, List<Written<S>> written) {
        Stored<S> actual = verified ? batch.from() : source.parse(entry.value());
        if (!actual.isSameRecordAs(batch.from())) {
            return actual;
        }
        written.add(new Written<>(batch, batch.from()));
        return null;
    }

    private void claim() {
        for (Request<S, ?> next = queue.poll(); next != null; next = queue.poll()) {
            claimed.add(next);
        }
        claimed.removeIf(Request::isWithdrawn);
    }

    /** Whether the record is the one whose writing was in doubt, or, seen after a plain refusal, is not. */
    private boolean isFoundAfterDoubt(Stored<S> current, List<Written<S>> written) {
        Written<S> doubt = inDoubt;
        inDoubt = null;
        if (doubt != null && current.token().equals(doubt.record.token())) {
            written.add(doubt);
            return true;
        }
        return false;
    }

    private void dropUnrepeatable(@Nullable Written<S> doubt) {
        if (doubt == null) {
            return;
        }
        IllegalStateException why = new IllegalStateException("the store failed during a write, and may have written");
        for (Applied<S, ?> applied : doubt.batch.applied()) {
            if (!applied.request().transition().isRepeatable()) {
                applied.request().drop(source.translate(why));
            }
        }
        claimed.removeIf(Request::isFinished);
    }

    private void commit(Written<S> written, long since) {
        List<Applied<S, ?>> applied = written.batch.applied();
        applied.forEach(one -> one.request().finish());
        claimed.removeIf(Request::isFinished);
        source.committed(written.record, since);
        applied.forEach(one -> one.commit(link.background()));
    }

    /** Each gets an exception of its own: callers add to theirs. */
    private void failAll(Throwable failure) {
        // those that are there now: who is told may ask again at once
        List<Request<S, ?>> waiting = new ArrayList<>(claimed);
        waiting.addAll(queue);
        waiting.forEach(request -> request.fail(source.translate(failure)));
        queue.removeIf(one -> forsaken || one.isWithdrawn());
    }
}
