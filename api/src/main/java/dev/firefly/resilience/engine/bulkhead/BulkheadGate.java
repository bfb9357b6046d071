package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.state.Cell;
import dev.firefly.resilience.engine.state.Cells;
import dev.firefly.resilience.engine.state.Companion;
import dev.firefly.resilience.engine.state.Environment;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way in and out of one bulkhead on this node: its permits, and those who wait for them. There is one for each name,
 * whatever different settings it is used with. Thread-safe.
 */
final class BulkheadGate implements Companion {
    private static final CompletableFuture<Optional<Lease>> NONE = CompletableFuture.completedFuture(Optional.empty());

    private final PermitSource source;
    private final WaitingLine line;

    private BulkheadGate(PermitSource source, Environment environment) {
        this.source = source;
        this.line = new WaitingLine(source, environment.clock());
        source.onNews(line::signal);
    }

    /** The gate of the named bulkhead; touches no store. */
    static BulkheadGate of(String name, Environment environment) {
        Cells cells = environment.cells();
        return cells.companion(Pattern.BULKHEAD, name, BulkheadGate.class, () -> {
            PermitSource source = cells.isShared()
                    ? new SharedPermits(
                            cells.cell(Pattern.BULKHEAD, name, new PermitsType()), cells::owner, environment.clock())
                    : new MemoryPermits(environment.clock());
            return new BulkheadGate(source, environment);
        });
    }

    // ---- in

    /**
     * A permit, if there is one for somebody who does not wait and does not pass by those who do; else null.
     *
     * @param now what the clock says
     */
    @Nullable
    Lease take(Rules rules, long now) {
        return rules.isClosed() || !line.isEmpty() ? null : source.take(rules, now);
    }

    /** As {@link PermitSource#mayBlock}. */
    boolean mayBlock() {
        return source.mayBlock();
    }

    /** A permit for which the thread waits, as long as the rules and the deadline let it; else null. */
    @Nullable
    Lease await(Rules rules, Supplier<Rules> inForce) throws InterruptedException {
        long wait = waitNanos(rules, Deadline.current());
        if (wait == 0) {
            return null;
        }
        CompletableFuture<Optional<Lease>> place = new CompletableFuture<>();
        line.join(place, inForce, wait);
        try {
            return place.get().orElse(null);
        } catch (InterruptedException e) {
            if (!place.complete(Optional.empty())) {
                place.thenAccept(late -> late.ifPresent(this::leave));
            }
            throw e;
        } catch (ExecutionException e) {
            throw Failures.<RuntimeException>rethrow(Classifier.unwrap(e));
        }
    }

    /**
     * As {@link #take} and then {@link #await}, without blocking.
     *
     * @return completes with a permit, or with none; to be cancelled by whoever does not want one any more
     */
    CompletableFuture<Optional<Lease>> enter(Rules rules, Supplier<Rules> inForce) {
        if (rules.isClosed()) {
            return NONE;
        }
        Deadline deadline = Deadline.current();
        CompletableFuture<Optional<Lease>> place = new CompletableFuture<>();
        CompletionStage<Optional<Lease>> taken = line.isEmpty() ? source.takeAsync(rules) : NONE;
        taken.whenComplete((answer, failure) -> {
            if (failure != null) {
                place.completeExceptionally(Classifier.unwrap(failure));
                return;
            }
            long wait = answer.isPresent() ? 0 : waitNanos(rules, deadline);
            if (wait > 0) {
                line.join(place, inForce, wait);
            } else if (!place.complete(answer)) {
                answer.ifPresent(this::leave);
            }
        });
        return place;
    }

    private static long waitNanos(Rules rules, Deadline deadline) {
        long most = rules.isClosed() ? 0 : rules.maxWaitNanos();
        return most == 0 ? 0 : Math.min(most, deadline.remainingNanos());
    }

    // ---- out

    /** Gives a permit back, once for each that was taken. */
    void leave(Lease lease) {
        lease.giveBack();
        line.signal();
    }

    @Override
    public boolean isNeeded() {
        return !line.isEmpty() || source.isAnyOut();
    }

    /** As {@link Cell#parts}. */
    int parts() {
        return source.parts();
    }

    /** How many permits are out. */
    long held() {
        return source.held();
    }
}
