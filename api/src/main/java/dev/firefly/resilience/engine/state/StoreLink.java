package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.engine.state.Outages.Way;
import dev.firefly.resilience.engine.state.Stored.Token;
import dev.firefly.resilience.store.OnFailure;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.store.StoreStatus;
import dev.firefly.resilience.store.StoreStatus.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * All that a cell needs to reach the store, shared by the cells of one registry. Reads and changes have lanes of their
 * own, so that a key somebody keeps locked does not hold up looks.
 */
final class StoreLink implements AutoCloseable {
    /** How exactly it is remembered by how much the clocks differ. */
    private static final long NOISE_NANOS = 1_000_000;

    /** A store that keeps idle values for a shorter time is one that was told to, and registries are told the same then. */
    private static final long USUAL_IDLE_NANOS = 24 * 3_600_000_000_000L;

    private final ResilienceStore store;
    private final Clock clock;
    private final SharedCells.Limits limits;
    private final Executor executor;
    private final int lanes;
    private final Lanes changes;
    private final Lanes reads;
    private final long node;
    private final AtomicLong sequence = new AtomicLong();
    private final Outages outages;
    private volatile long ahead;
    private volatile boolean closing;

    StoreLink(ResilienceStore store, Clock clock, SharedCells.Limits limits, Executor executor, long node) {
        this.store = store;
        this.clock = clock;
        this.limits = limits;
        this.executor = executor;
        this.node = node;
        this.lanes = store.lanes();
        this.changes = new Lanes("firefly-store", lanes);
        this.reads = new Lanes("firefly-read", lanes);
        this.outages = new Outages(this, lanes);
    }

    ResilienceStore store() {
        return store;
    }

    Clock clock() {
        return clock;
    }

    /** The store's clock; while it cannot be read, as far ahead of this node's clock as it was last. */
    long now() {
        try {
            long now = store.now();
            long gap = now - clock.nanos();
            if (Math.abs(gap - ahead) > NOISE_NANOS) {
                ahead = gap;
            }
            return now;
        } catch (RuntimeException e) {
            return clock.nanos() + ahead;
        }
    }

    long lockBlockNanos() {
        return limits.lockBlock();
    }

    long maxStalenessNanos() {
        return limits.maxStaleness();
    }

    /** How often names in use are read again. */
    long refreshNanos() {
        return limits.maxStaleness() / 4;
    }

    /** How long a record that is needed may go without being touched. A store may be set for less than this node was. */
    long touchNanos() {
        return Math.min(limits.idleTtl(), USUAL_IDLE_NANOS) / 4;
    }

    boolean stackTraces() {
        return limits.stackTraces();
    }

    OnFailure onFailure() {
        return limits.onFailure();
    }

    Outages outages() {
        return outages;
    }

    /**
     * How something stands with the store.
     *
     * @param why what keeps it from using the store; null when nothing does
     * @param outage in which time that falls; null when it is no outage
     */
    StoreStatus status(@Nullable String why, @Nullable Outage outage, int registries) {
        return new StoreStatus(
                why == null ? Mode.SHARED : Mode.DEGRADED,
                onFailure(),
                registries,
                Optional.ofNullable(outage).map(begun -> Instant.EPOCH.plusNanos(begun.sinceNanos())),
                Optional.ofNullable(why));
    }

    /** Runs what follows from a change where nobody waits for it; on this thread if the executor refuses. */
    Executor background() {
        return task -> {
            AtomicBoolean begun = new AtomicBoolean();
            Runnable once = () -> {
                if (begun.compareAndSet(false, true)) {
                    task.run();
                }
            };
            try {
                executor.execute(once);
            } catch (RuntimeException | Error e) { // no thread to be had, for instance
                once.run();
            }
        };
    }

    /** Runs the action after so long, unless the future completes before. */
    void expire(long nanos, Runnable action, CompletableFuture<?> unless) {
        Clock.Cancellation timer = clock.schedule(nanos, action);
        unless.whenComplete((value, failure) -> timer.cancel());
    }

    /** A name for a write that no other write has. */
    Token nextToken() {
        return new Token(node, sequence.incrementAndGet());
    }

    /** Whether a record was written through this link. */
    boolean isOwn(Token token) {
        return token.node() == node;
    }

    void change(String key, Runnable task) {
        changes.execute(lane(key), task);
    }

    void read(String key, Runnable task) {
        readLane(lane(key), task);
    }

    /** The key's lane; while the store cannot tell, any will do, since what waits there finds out why. */
    int lane(String key) {
        int lane;
        try {
            lane = store.lane(key);
        } catch (RuntimeException e) {
            lane = key.hashCode();
        }
        return Math.floorMod(lane, lanes);
    }

    void readLane(int lane, Runnable task) {
        reads.execute(lane, task);
    }

    void run(int lane, Way way, Runnable task) {
        (way == Way.READ ? reads : changes).execute(lane, task);
    }

    /**
     * Asks the store just to see whether it answers; it may say what it likes.
     *
     * @throws RuntimeException when it does not answer
     */
    void ask(Way way, String key) {
        if (way == Way.READ) {
            store.read(List.of(key));
        } else {
            store.withLock(key, Duration.ofMillis(1), ResilienceStore.Entry::value);
        }
    }

    /** The store has answered about the key, whatever it said. */
    void answered(Way way, String key) {
        outages.answered(lane(key), way);
    }

    /** The store has thrown where it was asked about the key. */
    void failed(Way way, String key, Throwable failure) {
        outages.failed(lane(key), way, key, failure);
    }

    /** Somebody has waited for the store in vain. */
    void timedOut(Way way, String key) {
        outages.timedOut(lane(key), way, key, Duration.ofNanos(limits.lockBlock()));
    }

    /** From now on nothing is decided any more; what has happened is still written. */
    void startClosing() {
        closing = true;
    }

    boolean isClosing() {
        return closing;
    }

    @Override
    public void close() {
        changes.close();
        reads.close();
    }
}
