package dev.firefly.resilience.core;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
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
    private static final ThreadLocal<@Nullable Deadline> CURRENT = new ThreadLocal<>();
    private static final Deadline NONE = new Deadline(null, Long.MAX_VALUE, null);

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
        Deadline current = CURRENT.get();
        return current == null ? NONE : current;
    }

    /** Whether there is a limit at all. */
    public boolean isSet() {
        return clock != null;
    }

    /** The time that is left, zero when it is over; {@link ChronoUnit#FOREVER} when no deadline is set. */
    public Duration remaining() {
        return ifSet().orElseGet(ChronoUnit.FOREVER::getDuration);
    }

    /** The time that is left, zero when it is over; empty when no deadline is set. */
    public Optional<Duration> ifSet() {
        return clock == null ? Optional.empty() : Optional.of(Duration.ofNanos(remainingNanos()));
    }

    /** The nanoseconds that are left, zero when it is over; {@link Long#MAX_VALUE} when no deadline is set. */
    public long remainingNanos() {
        return clock == null ? Long.MAX_VALUE : Math.max(0, atNanos - clock.nanos());
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
        return current()
                .until(clock, nanos > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + nanos)
                .resume();
    }

    /**
     * The earlier of this deadline and that reading of the clock. What belongs to the {@linkplain #group() group} of this
     * one still does.
     */
    public Deadline until(Clock other, long otherNanos) {
        return isSet() && atNanos <= otherNanos ? this : new Deadline(other, otherNanos, group);
    }

    /** Carries this deadline over to the calling thread until the scope is closed on that same thread. */
    public Scope resume() {
        return enter(this == NONE ? null : this);
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

    private static Scope enter(@Nullable Deadline deadline) {
        Deadline before = CURRENT.get();
        // Set to null rather than removed: what stays behind in the thread is an empty entry, which needs not be made
        // anew.
        CURRENT.set(deadline);
        return () -> CURRENT.set(before);
    }

    /** Ends the validity of a deadline on this thread. */
    public interface Scope extends AutoCloseable {
        @Override
        void close();
    }
}
