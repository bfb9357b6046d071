package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.store.OnFailure;
import dev.firefly.resilience.store.StoreUnavailableException;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A node with one cell in a store that may be shared with others. What nobody waits for runs on the store's threads. */
final class SharedNode {
    static final String KEY = "test:circuit-breaker:numbers";
    /** So long that nobody gives up because the machine is busy; whoever is to give up is given less patience. */
    static final Duration LOCK_BLOCK = Duration.ofMinutes(1);

    static final Duration STALENESS = Duration.ofSeconds(1);
    static final Duration IDLE = Duration.ofHours(24);

    private static final AtomicInteger WRITERS = new AtomicInteger();

    final ManualClock clock;
    final FaultyStore store;
    final SharedCells cells;
    final SharedCell<Numbers> cell;
    private final AtomicInteger barriers = new AtomicInteger();

    SharedNode(ManualClock clock, FaultyStore store) {
        this.clock = clock;
        this.store = store;
        int writer = WRITERS.incrementAndGet();
        SharedCells.Limits limits = new SharedCells.Limits(
                LOCK_BLOCK.toNanos(), STALENESS.toNanos(), IDLE.toNanos(), false, OnFailure.FAIL);
        this.cells =
                new SharedCells(store, "test", "node-" + writer, writer, limits, clock, new EventBus(), Runnable::run);
        this.cell = ((FailoverCell<Numbers>) cells.cell(Pattern.CIRCUIT_BREAKER, "numbers", Numbers.TYPE)).shared();
    }

    /** A node in a store and on a clock of its own. */
    static SharedNode alone() {
        ManualClock clock = new ManualClock();
        return new SharedNode(clock, new FaultyStore(clock));
    }

    /** Another node on the same clock and store. */
    SharedNode other() {
        return new SharedNode(clock, store.join());
    }

    /** The patience of somebody who waits for hardly a moment. */
    static Patience none() {
        return new Patience(1_000_000);
    }

    <A> A update(Transition<Numbers, A> transition) {
        return cell.update(transition, cell.patience(), unexpected()).answer();
    }

    /** An update behind a failure, after which there may be a pause. */
    <A> A updateWhileTimePasses(Transition<Numbers, A> transition) {
        Patience endless = new Patience(Duration.ofDays(10_000).toNanos());
        CompletableFuture<Change<Numbers, A>> asked =
                cell.updateAsync(transition, endless, unexpected()).toCompletableFuture();
        while (!asked.isDone()) {
            clock.advance(Duration.ofMillis(1));
            Thread.onSpinWait();
        }
        return asked.join().answer();
    }

    <A> void settle(Transition<Numbers, A> transition) {
        cell.settle(transition, cell.patience(), change -> {});
    }

    /** For whoever must not be told of a change. */
    static <T> Consumer<T> unexpected() {
        return change -> {
            throw new AssertionError("nobody asked to hear of " + change);
        };
    }

    /** Waits until all that is queued has been applied, and tells what is in the record then. */
    List<Integer> applied() {
        cell.flush();
        return update(Numbers.look());
    }

    /** Waits until the reads under way have been taken over. */
    void awaitReads() {
        Cell<Numbers> fresh =
                cells.cell(Pattern.CIRCUIT_BREAKER, "barrier-" + barriers.incrementAndGet(), Numbers.TYPE);
        fresh.read(fresh.patience());
    }

    /** As {@link #awaitReads}, while every read fails. */
    void awaitFailedReads() {
        try {
            awaitReads();
        } catch (StoreUnavailableException expected) {
            // it has been the last in its lane
        }
    }

    /** The record, read anew. */
    Stored<Numbers> stored() {
        byte[] bytes = store.value(KEY);
        RecordCodec<Numbers> codec = new RecordCodec<>(Numbers.TYPE);
        return bytes == null ? codec.missing() : codec.decode(bytes);
    }

    List<Integer> inStore() {
        return stored().stamped().state().list();
    }
}
