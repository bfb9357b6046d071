package dev.firefly.resilience.bulkhead;

import dev.firefly.resilience.core.Guard;
import java.util.Optional;

/**
 * Bounds how many calls run at once; on a shared store, in the whole cluster, while the store can be reached (else
 * {@code store.on-failure} rules). Each call holds a permit until its
 * innermost body has really ended, even if a time limit has released the caller before.
 *
 * <p>A permit is a lease of {@code permit-ttl}: one that is not given back in that time lapses (up to an eighth later),
 * so that nothing is lost for ever with a node that dies. Where calls may take longer, raise it, or let the node renew its
 * leases with {@code permit-renewal}. Permits of a member that leaves the cluster return at once, those of a client of the
 * cluster when they lapse.
 *
 * <p>Every permit is given back once, however the call ends; giving one back late or twice changes nothing.
 *
 * <p>When all permits are out, a call waits up to {@code max-wait} for one, in order with the others of its node, and is
 * then turned away with a {@link BulkheadFullException}. A caller who is interrupted while it waits gets the same
 * exception, with the thread's interrupt flag set. Asynchronous calls wait without a thread. Thread-safe.
 */
public interface Bulkhead extends Guard {
    /** The settings now in force. */
    BulkheadConfig config();

    /**
     * Takes a permit if one is free now; does not wait for one, nor pass by those who do.
     *
     * @return the permit, to be closed by the caller; empty when there is none
     * @throws dev.firefly.resilience.store.StoreUnavailableException when the shared store does not answer in time
     */
    Optional<Permit> tryAcquire();

    /**
     * Takes a permit, waiting for one up to {@code max-wait}.
     *
     * @return the permit, to be closed by the caller
     * @throws BulkheadFullException when none becomes free in time, or the thread is interrupted
     * @throws dev.firefly.resilience.store.StoreUnavailableException when the shared store does not answer in time
     */
    Permit acquire();

    /**
     * Gives back the permit that was last taken from this object by {@link #tryAcquire} or {@link #acquire}, on whatever
     * thread, and has not been given back.
     *
     * @return false when there is none; then nothing changes
     */
    boolean release();

    /**
     * How many permits are free. A pure read; on a shared store at most {@code max-staleness} old. Never negative, though
     * more permits than {@code max-concurrent} can be out after it was lowered.
     */
    int availablePermits();
}
