package dev.firefly.resilience.engine.state;

/**
 * How much longer one call of a pattern may wait for the store: admission, record and release draw on the same amount.
 * Not thread-safe; passed along with the call.
 */
public final class Patience {
    private long left;

    public Patience(long nanos) {
        left = nanos;
    }

    /** The nanoseconds that are left; zero or less when they are used up. */
    public long left() {
        return left;
    }

    /** Draws on the amount. */
    public void spend(long nanos) {
        left -= nanos;
    }
}
