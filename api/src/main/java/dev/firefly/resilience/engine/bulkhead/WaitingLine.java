package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.Clock;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/*
 * Those on this node who wait for a permit of one bulkhead, in the order in which they came. Only the first asks for one:
 *
 *   a signal (a permit given back here, news of the record, somebody new, a look after a while)
 *     -> the first asks -> a permit: it leaves with it, and the next asks at once
 *                       -> none:     it asks again if there was a signal since it began to ask, else at the next one
 *
 * Asking goes on at one place at a time, which counts the signals it has seen; so a signal in the middle is never lost, and
 * many of them cost one more look.
 */
final class WaitingLine {
    private static final long LONGEST_PAUSE_NANOS = 1_000_000_000;
    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;

    private final PermitSource source;
    private final Clock clock;
    private final AtomicLong signals = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean empty = true;

    // both under the lock
    private final Set<Waiter> waiters = new LinkedHashSet<>();
    private Clock.@Nullable Cancellation nextLook;

    WaitingLine(PermitSource source, Clock clock) {
        this.source = source;
        this.clock = clock;
    }

    boolean isEmpty() {
        return empty;
    }

    /**
     * Goes to the end of the line.
     *
     * @param place completes with a permit, with none when the wait is over, or with the store's failure; whoever completes
     *     it otherwise leaves the line by that
     * @param waitNanos how long to wait at most
     */
    void join(CompletableFuture<Optional<Lease>> place, Supplier<Rules> rules, long waitNanos) {
        Waiter waiter = new Waiter(place, rules);
        lock.lock();
        try {
            waiter.endsBy(clock.schedule(waitNanos, () -> giveUp(waiter)));
            waiters.add(waiter);
            empty = false;
        } finally {
            lock.unlock();
        }
        place.whenComplete((answer, failure) -> leave(waiter));
        signal();
    }

    private void giveUp(Waiter waiter) {
        boolean first = remove(waiter);
        waiter.place().complete(Optional.empty());
        if (first) {
            signal();
        }
    }

    private void leave(Waiter waiter) {
        if (remove(waiter)) {
            signal();
        }
    }

    /** Takes it out, if it has not left; returns whether it was the first. */
    private boolean remove(Waiter waiter) {
        lock.lock();
        try {
            boolean first = !waiters.isEmpty() && waiters.iterator().next() == waiter;
            waiters.remove(waiter);
            waiter.cancelTimeout();
            empty = waiters.isEmpty();
            if (empty && nextLook != null) {
                nextLook.cancel();
                nextLook = null;
            }
            return first;
        } finally {
            lock.unlock();
        }
    }

    /** A permit may be free. Returns at once; runs no code of users. */
    void signal() {
        if (!empty && signals.getAndIncrement() == 0) {
            serve();
        }
    }

    private void serve() {
        boolean more = true;
        while (more) {
            long seen = signals.get();
            Waiter first = first();
            if (first == null) {
                more = !signals.compareAndSet(seen, 0);
                continue;
            }
            CompletableFuture<Boolean> asked = ask(first)
                    .handle((answer, failure) -> settled(first, failure == null ? answer : Optional.empty(), failure)
                            || !signals.compareAndSet(seen, 0))
                    .toCompletableFuture();
            if (!asked.isDone()) {
                asked.thenAccept(goesOn -> {
                    if (goesOn) {
                        serve();
                    }
                });
                return;
            }
            more = asked.join();
        }
    }

    private @Nullable Waiter first() {
        lock.lock();
        try {
            return waiters.isEmpty() ? null : waiters.iterator().next();
        } finally {
            lock.unlock();
        }
    }

    private CompletionStage<Optional<Lease>> ask(Waiter waiter) {
        try {
            return source.takeAsync(waiter.rules());
        } catch (RuntimeException | Error e) { // serving that ended by it would be the line's last
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Returns whether the next one is to ask, whatever signals there were. */
    private boolean settled(Waiter first, Optional<Lease> answer, @Nullable Throwable failure) {
        if (failure != null) {
            return failed(first, Classifier.unwrap(failure));
        }
        if (answer.isEmpty()) {
            try {
                lookLater();
            } catch (RuntimeException | Error e) { // as above
                return failed(first, e);
            }
            return false;
        }
        remove(first);
        if (!first.place().complete(answer)) {
            answer.get().giveBack();
        }
        return true;
    }

    private boolean failed(Waiter first, Throwable failure) {
        remove(first);
        first.place().completeExceptionally(failure);
        return true;
    }

    /** Signals may fail to come: from leases that lapse, for instance, or settings that change. */
    private void lookLater() {
        long pause = Math.max(SHORTEST_PAUSE_NANOS, Math.min(LONGEST_PAUSE_NANOS, source.untilFirstLapse()));
        lock.lock();
        try {
            if (nextLook == null && !waiters.isEmpty()) {
                nextLook = clock.schedule(pause, this::look);
            }
        } finally {
            lock.unlock();
        }
    }

    private void look() {
        lock.lock();
        try {
            nextLook = null;
        } finally {
            lock.unlock();
        }
        signal();
    }
}
