package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.bulkhead.Bulkhead;
import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.bulkhead.Permit;
import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.Unfinished;
import dev.firefly.resilience.engine.async.Stages;
import dev.firefly.resilience.engine.call.Body;
import dev.firefly.resilience.engine.call.NestingGuard;
import dev.firefly.resilience.engine.call.TimelyGuard;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.Live;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The bulkhead around a call: a permit, the body, and the permit goes back. In memory that takes no lock and allocates
 * nothing as long as a permit is free; see {@link BulkheadGate} for the rest.
 */
public final class StoredBulkhead implements Bulkhead, NestingGuard {
    /** Reachable for as long as this is, so that what is kept under the name stays what it is. */
    @SuppressWarnings("unused") // that is all it is for
    private final Object hold;

    private final String name;
    private final Live<BulkheadConfig, Rules> live;
    private final Clock clock;
    private final BulkheadGate gate;
    private final Refusals refusals;
    private final AsyncBulkhead async;
    private final HeldPermits handedOut;
    private final Guard inner;
    /** The inner guard, if it wants to be told the time; looked up here because the look is not cheap. */
    private final @Nullable TimelyGuard timely;

    /**
     * Builds the bulkhead; touches no store.
     *
     * @param settings those in force; asked at the start of each call
     */
    public StoredBulkhead(String name, Supplier<BulkheadConfig> settings, Environment environment) {
        this.name = name;
        this.hold = environment.cells().hold(Pattern.BULKHEAD, name);
        this.clock = environment.clock();
        this.gate = BulkheadGate.of(name, environment);
        this.live = new Live<>(settings, gate::parts, Rules::of);
        this.refusals = new Refusals(name, environment);
        this.async = new AsyncBulkhead(gate, refusals, environment.executor());
        this.handedOut = new HeldPermits(gate);
        this.inner = Body.ALONE;
        this.timely = null;
    }

    private StoredBulkhead(StoredBulkhead same, Guard inner) {
        this.name = same.name;
        this.hold = same.hold;
        this.clock = same.clock;
        this.gate = same.gate;
        this.live = same.live;
        this.refusals = same.refusals;
        this.async = same.async;
        this.handedOut = same.handedOut;
        this.inner = inner;
        this.timely = inner instanceof TimelyGuard wanting ? wanting : null;
    }

    @Override
    public Guard around(Guard other) {
        return new StoredBulkhead(this, other);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public BulkheadConfig config() {
        return live.settings();
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(CheckedCallable<? extends T, E> body) throws E {
        Rules rules = live.get();
        if (!rules.enabled()) {
            return inner.<T, E>call(body);
        }
        long nanos = clock.nanos();
        Lease lease = gate.take(rules, nanos);
        boolean isAtOnce = lease != null && !gate.mayBlock();
        if (lease == null) {
            lease = waited(rules);
        }
        long mark = Unfinished.mark();
        try {
            return isAtOnce && timely != null ? timely.<T, E>callAt(clock, nanos, body) : inner.<T, E>call(body);
        } finally {
            leaveBehind(Unfinished.since(mark), lease);
        }
    }

    private void leaveBehind(@Nullable CompletionStage<?> unfinished, Lease lease) {
        if (unfinished == null) {
            gate.leave(lease);
        } else {
            unfinished.whenComplete((value, failure) -> gate.leave(lease));
        }
    }

    @Override
    public <T extends @Nullable Object> CompletionStage<T> callAsync(
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        Rules rules = live.get();
        CheckedCallable<? extends CompletionStage<T>, ? extends Exception> nested = Body.stageUnder(inner, body);
        return rules.enabled() ? async.call(rules, live::get, nested) : Stages.start(nested);
    }

    @Override
    public Optional<Permit> tryAcquire() {
        Rules rules = live.get();
        Lease lease = rules.enabled() ? gate.take(rules, clock.nanos()) : Lease.NONE;
        if (lease == null) {
            refusals.announce();
            return Optional.empty();
        }
        return Optional.of(handedOut.add(lease));
    }

    @Override
    public Permit acquire() {
        Rules rules = live.get();
        return handedOut.add(rules.enabled() ? admitted(rules) : Lease.NONE);
    }

    private Lease admitted(Rules rules) {
        Lease lease = gate.take(rules, clock.nanos());
        return lease != null ? lease : waited(rules);
    }

    private Lease waited(Rules rules) {
        Lease lease;
        try {
            lease = gate.await(rules, live::get);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refusals.refuse(rules, e);
        }
        if (lease == null) {
            throw refusals.refuse(rules, null);
        }
        return lease;
    }

    @Override
    public boolean release() {
        return handedOut.releaseLast();
    }

    /** Whether it has handed out permits that may still be given back by {@link #release}. */
    public boolean hasHandedOut() {
        return gate.isNeeded() && handedOut.isAnyLeft();
    }

    @Override
    public int availablePermits() {
        return (int) Math.max(0, live.get().maxConcurrent() - gate.held());
    }
}
