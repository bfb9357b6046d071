package dev.firefly.resilience.bulkhead;

/** The right to run one call. Thread-safe; may be closed on another thread than it was taken on. */
public interface Permit extends AutoCloseable {
    /** Gives the permit back. Closing it again, or after its lease has lapsed, changes nothing. Never throws. */
    @Override
    void close();
}
