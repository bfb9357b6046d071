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
    private static final Deadline NONE = new Deadline(null, Long.MAX_VALUE);

    private final @Nullable Clock clock;
    private final long atNanos;

    private Deadline(@Nullable Clock clock, long atNanos) {
        this.clock = clock;
        this.atNanos = atNanos;
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
        long at = nanos > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + nanos;
        Deadline outer = CURRENT.get();
        return outer != null && outer.atNanos <= at ? enter(outer) : enter(new Deadline(clock, at));
    }

    /** Carries this deadline over to the calling thread until the scope is closed on that same thread. */
    public Scope resume() {
        return enter(clock == null ? null : this);
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
        set(deadline);
        return () -> set(before);
    }

    private static void set(@Nullable Deadline deadline) {
        if (deadline == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(deadline);
        }
    }

    /** Ends the validity of a deadline on this thread. */
    public interface Scope extends AutoCloseable {
        @Override
        void close();
    }
}
