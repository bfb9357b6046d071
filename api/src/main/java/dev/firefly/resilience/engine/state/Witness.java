package dev.firefly.resilience.engine.state;

/**
 * Is shown every record of one name that this node meets in the store, be it told of it, reading it or about to change it,
 * and every one it has written. It sees some of them twice, and an older one behind a newer one where threads race. It must
 * be quick: its thread is one of the store's, but does not hold the lock of the record. Thread-safe.
 */
public interface Witness<S> {
    /**
     * A record.
     *
     * @param at the time of its last change
     * @param own whether this registry wrote it
     */
    void met(S state, long at, boolean own);

    /** There is no record, or none that can be read: the name begins anew. */
    void missing();
}
