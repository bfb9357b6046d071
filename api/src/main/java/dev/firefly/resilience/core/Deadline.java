package dev.firefly.resilience.core;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The moment by which the current call must have ended, set by the time limits around it. Of nested limits the earliest
 * rules.
 *
 * <p>A deadline belongs to the thread it was opened on; work handed to another thread does not see it unless it is
 * opened there again. Immutable and thread-safe.
 */
public final class Deadline {
    private static final long NEVER = Long.MAX_VALUE;
    private static final Deadline NONE = new Deadline(null, NEVER, null);

    /** What was carried over to a thread, or opened there by another clock than the machine's. */
    private static final ThreadLocal<@Nullable Deadline> CURRENT = new ThreadLocal<>();

    /**
     * The earliest limit opened on a thread since then, in the machine's time: a mere number, so that a call under a time
     * limit makes no object that hardly anybody asks for. What stays in the thread is of a class of the platform.
     */
    private static final ThreadLocal<@Nullable AtomicLong> EARLIEST = new ThreadLocal<>();

    /** Null for the machine's. */
    private final @Nullable Clock clock;

    private final long atNanos;
    private final Unfinished.@Nullable Group group;

    private Deadline(@Nullable Clock clock, long atNanos, Unfinished.@Nullable Group group) {
        this.clock = clock;
        this.atNanos = atNanos;
        this.group = group;
    }

    /** The deadline of the calling thread; never null: without any limit it {@linkplain #isSet() is not set}. */
    public static Deadline current() {
        Deadline carried = CURRENT.get();
        AtomicLong earliest = EARLIEST.get();
        Deadline known = carried == null ? NONE : carried;
        return earliest == null ? known : known.earlier(null, earliest.getPlain());
    }

    /** No deadline. */
    public static Deadline none() {
        return NONE;
    }

    /** Whether there is a limit at all. */
    public boolean isSet() {
        return atNanos != NEVER;
    }

    /** The time that is left, zero when it is over; {@link ChronoUnit#FOREVER} when no deadline is set. */
    public Duration remaining() {
        return ifSet().orElseGet(ChronoUnit.FOREVER::getDuration);
    }

    /** The time that is left, zero when it is over; empty when no deadline is set. */
    public Optional<Duration> ifSet() {
        return isSet() ? Optional.of(Duration.ofNanos(remainingNanos())) : Optional.empty();
    }

    /** The nanoseconds that are left, zero when it is over; {@link Long#MAX_VALUE} when no deadline is set. */
    public long remainingNanos() {
        return isSet() ? Math.max(0, atNanos - (clock == null ? MonotonicTime.nanos() : clock.nanos())) : NEVER;
    }

    /**
     * Puts a deadline on the calling thread until the scope is closed on that same thread. An earlier deadline that
     * is already there stays in force.
     *
     * @param limit from now; not negative
     */
    public static Scope open(Clock clock, Duration limit) {
        long now = clock.nanos();
        long nanos = limit.toNanos();
        // A limit of centuries is legal, and added to the time since 1970 more than a long holds.
        return openUntil(clock, nanos > NEVER - now ? NEVER : now + nanos);
    }

    /**
     * As {@link #open}, for a limit that ends at a reading of the clock; with a {@link MonotonicClock} it allocates nothing.
     */
    public static Scope openUntil(Clock clock, long atNanos) {
        long set = Math.min(atNanos, NEVER - 1);
        return clock instanceof MonotonicClock
                ? new Earlier(set)
                : new Carried(current().until(clock, set));
    }

    /**
     * The earlier of this deadline and that reading of the clock. What belongs to the {@linkplain #group() group} of this
     * one still does.
     */
    public Deadline until(Clock other, long otherNanos) {
        return earlier(other instanceof MonotonicClock ? null : other, Math.min(otherNanos, NEVER - 1));
    }

    private Deadline earlier(@Nullable Clock other, long otherNanos) {
        return atNanos <= otherNanos ? this : new Deadline(other, otherNanos, group);
    }

    /** Carries this deadline over to the calling thread until the scope is closed on that same thread. */
    public Scope resume() {
        return new Carried(this);
    }

    /** The same deadline, for work that belongs to the group; see {@link Unfinished}. */
    public Deadline with(Unfinished.Group of) {
        return new Deadline(clock, atNanos, of);
    }

    /** The group that work under this deadline belongs to; null when nobody waits for what it leaves behind. */
    public Unfinished.@Nullable Group group() {
        return group;
    }

    /** Runs the action on the calling thread under this deadline. */
    public <T extends @Nullable Object> T with(Supplier<T> action) {
        Scope scope = resume();
        try {
            return action.get();
        } finally {
            scope.close();
        }
    }

    /** Ends the validity of a deadline on this thread. */
    public interface Scope extends AutoCloseable {
        @Override
        void close();
    }

    /** The earlier number in the thread. */
    private static final class Earlier implements Scope {
        private final AtomicLong place;
        private final long before;

        Earlier(long atNanos) {
            AtomicLong known = EARLIEST.get();
            place = known == null ? new AtomicLong(NEVER) : known;
            if (known == null) {
                EARLIEST.set(place);
            }
            before = place.getPlain();
            place.setPlain(Math.min(before, atNanos));
        }

        @Override
        public void close() {
            place.setPlain(before);
        }
    }

    /** A deadline in the place of all that were opened before. */
    private static final class Carried implements Scope {
        private final @Nullable Deadline before = CURRENT.get();
        private final @Nullable AtomicLong place = EARLIEST.get();
        private final long earliest = place == null ? NEVER : place.getPlain();

        Carried(Deadline deadline) {
            // Set to null rather than removed: what stays behind in the thread is an empty entry, which needs not be
            // made anew.
            CURRENT.set(deadline == NONE ? null : deadline);
            if (place != null) {
                place.setPlain(NEVER);
            }
        }

        @Override
        public void close() {
            CURRENT.set(before);
            if (place != null) {
                place.setPlain(earliest);
            }
        }
    }
}
