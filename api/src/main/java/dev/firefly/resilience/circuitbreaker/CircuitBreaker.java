package dev.firefly.resilience.circuitbreaker;

import dev.firefly.resilience.core.Guard;
import java.time.Duration;

/**
 * Stops calling a service that fails, and finds out with few probes whether it is well again. On a shared store the
 * circuit is one for the whole cluster.
 *
 * <p>A call on a circuit that is closed and healthy, and a call that an open circuit rejects, take no lock and touch no
 * store on their own path. Calls admitted before a transition run on; their outcomes no longer count.
 *
 * <p>The methods that steer the circuit act on the whole cluster. On a shared store they block for at most
 * {@code lock-block-timeout} and then throw {@link dev.firefly.resilience.store.StoreUnavailableException}. The change is
 * withdrawn by that unless it was being written at that very moment: {@link #state()} tells, and repeating it is harmless.
 * Thread-safe.
 */
public interface CircuitBreaker extends Guard {
    /** The settings now in force. */
    CircuitBreakerConfig config();

    /**
     * What the next call would meet: an open circuit whose wait is over is {@link Phase#HALF_OPEN} here. A pure read; it
     * uses up no probe. On a shared store it is at most {@code max-staleness} old; the first look, and the first after a
     * pause, reads from the store, may block for as long as {@code lock-block-timeout} and then throw
     * {@link dev.firefly.resilience.store.StoreUnavailableException}, as a call would. {@link #explain()} tells more then.
     */
    BreakerState state();

    /**
     * Why the circuit is in its state, in words and in figures. A pure read, as {@link #state()} is, but one that never
     * fails: while the store cannot be asked it tells what this node knew last, and what becomes of calls until it can.
     */
    Explanation explain();

    /**
     * Asks for admission without a body to run, for code that cannot be put into a lambda. An allowed decision has to be
     * settled by one of its methods; a probe that is not settled lapses after {@code half-open-probe-timeout}.
     */
    Decision permit();

    /** Opens the circuit for so long from now; when it is open already, replaces the end of its wait. */
    void open(Duration wait);

    /** Opens the circuit until somebody closes it. */
    void forceOpen();

    /** Lets everything pass and records nothing until somebody calls {@link #close()} or opens the circuit. */
    void disable();

    /** Closes the circuit and forgets the outcomes in its window. Closing a closed circuit announces nothing. */
    void close();
}
