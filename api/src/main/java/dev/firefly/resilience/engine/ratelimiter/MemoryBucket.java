package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.engine.state.Atom;
import dev.firefly.resilience.engine.state.Companion;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/*
 * A bucket on this node alone, shared by all limiters of one name. It is one number: the time at which it will be full,
 * counted in units of its scale since the beginning of its era (see there). A call that gets its tokens replaces the
 * number by compare-and-set and allocates nothing.
 *
 * An era ends when the scale changes, when its numbers run out, and when the clock was set back: then its number is
 * frozen, and a new era begins with what is missing at that moment. Whoever finds a frozen number can do that, so nobody
 * waits for anybody.
 */
final class MemoryBucket implements TokenSource, Companion {
    /** Smaller steps of the clock are read as no time having passed. */
    private static final long JITTER_NANOS = 1_000_000_000;

    private final Clock clock;
    private final Atom<Era> current;

    /** A full bucket. */
    MemoryBucket(Clock clock, Scale scale) {
        this.clock = clock;
        this.current = new Atom<>(new Era(scale, clock.nanos(), 0));
    }

    @Override
    public long reserve(Terms terms, int tokens, long maxWaitNanos) {
        Meter meter = terms.meter();
        long units = meter.units(tokens);
        while (true) {
            Era era = current.get();
            // Before the clock is read: so a reading that is behind it says that the clock was set back, and not that
            // this thread has been asleep.
            long last = era.lastNanos();
            long clockNow = clock.nanos();
            long fullAt = era.fullAt();
            if (Era.isFrozen(fullAt)
                    || last - clockNow > JITTER_NANOS
                    || !era.isOn(meter.scale())
                    || !era.reaches(clockNow)) {
                renew(era, meter.scale());
                continue;
            }
            long now = Math.max(last, clockNow);
            long present = era.present(now);
            long nextFullAt = Math.max(fullAt, present) + units;
            long waitNanos = meter.waitNanos(nextFullAt - present);
            if (waitNanos > maxWaitNanos) {
                return ~waitNanos;
            }
            if (era.replace(fullAt, nextFullAt, now)) {
                return waitNanos;
            }
        }
    }

    @Override
    public CompletionStage<Long> reserveAsync(Terms terms, int tokens, long maxWaitNanos) {
        return CompletableFuture.completedFuture(reserve(terms, tokens, maxWaitNanos));
    }

    /** Needs no clock: a bucket that has filled up in the meantime is full, however early it would have been. */
    @Override
    public void refund(Terms terms, int tokens) {
        while (true) {
            Era era = current.get();
            long fullAt = era.fullAt();
            if (Era.isFrozen(fullAt)) {
                renew(era, terms.meter().scale());
            } else if (era.replace(fullAt, Math.max(0, fullAt - era.scale().units(tokens)), era.lastNanos())) {
                return;
            }
        }
    }

    /** As long as it is not full. */
    @Override
    public boolean isNeeded() {
        Era era = current.get();
        return era.missing(Math.max(era.lastNanos(), clock.nanos())) > 0;
    }

    @Override
    public int parts() {
        return 1;
    }

    @Override
    public long available(Terms terms) {
        Era era = current.get();
        long now = Math.max(era.lastNanos(), clock.nanos());
        return terms.meter().available(terms.meter().scale().converted(era.missing(now), era.scale()));
    }

    /** Begins the era after this one, unless another thread has. */
    private void renew(Era era, Scale scale) {
        // Before the clock is read: nobody makes a change in this era at a later time than that.
        era.freeze();
        long last = era.lastNanos();
        long clockNow = clock.nanos();
        long now = Math.max(last, clockNow);
        long missing = scale.converted(era.missing(now), era.scale());
        boolean wasSetBack = last - clockNow > JITTER_NANOS;
        current.replace(era, new Era(scale, wasSetBack ? clockNow : now, missing));
    }
}
