package dev.firefly.resilience.tck.kit;

/** What reaches for the data of a store. */
public enum Operation {
    /** {@link dev.firefly.resilience.store.ResilienceStore#read}. */
    READ,
    /** {@link dev.firefly.resilience.store.ResilienceStore#withLock}. */
    LOCK,
    /** {@link dev.firefly.resilience.store.ResilienceStore.Entry#compareAndReplace}, under a lock. */
    WRITE
}
