package dev.firefly.resilience.ratelimiter;

import dev.firefly.resilience.core.Guard;

/**
 * Lets calls pass no faster than a bucket of tokens allows: it holds {@code max-tokens} when it is full, refills
 * continuously at {@code refill-rate} tokens per second, and each call takes one token. On a shared store all nodes take
 * from the same bucket, while the store can be reached; else each goes by {@code store.on-failure}.
 *
 * <p>With a {@code timeout} a call that finds no token reserves one that is still to come and waits exactly until it is
 * there, on the calling thread; an asynchronous call waits without a thread. Whoever reserves first goes first. A token
 * that cannot come within the timeout, or before the deadline of the call, is not reserved: the call is turned away at
 * once with a {@link RateLimitExceededException} and leaves no debt. A caller who is interrupted, or cancels, while it
 * waits gives its reservation back and makes no call; after an interrupt the thread's flag is set again and the exception
 * is a {@code RateLimitExceededException} too. What it gives back is for whoever comes next: those who wait already keep
 * the times they were given. A call that finds its tokens passes even if its deadline is over or its thread is
 * interrupted; these are matters of its body.
 *
 * <p>While the store can be reached, all nodes together admit in no period more than {@code max-tokens} and what flows in
 * that time, apart from what was given back. Nodes that run with different settings each judge the common bucket by their own; new settings keep
 * what was consumed, and what has flowed by the former rate until the first call under them. A clock that is set back
 * mints no tokens and locks nobody out.
 *
 * <p>Tokens that a node has taken or reserved when it dies are lost, never minted. Thread-safe.
 */
public interface RateLimiter extends Guard {
    /** The settings now in force. */
    RateLimiterConfig config();

    /** Takes one token if it is there now; as {@link #tryAcquire(int)}. */
    default boolean tryAcquire() {
        return tryAcquire(1);
    }

    /**
     * Takes that many tokens if they are all there now, else none; never waits for tokens. A limiter that is not enabled
     * answers true.
     *
     * @param tokens from 1 to {@code max-tokens}
     * @throws IllegalArgumentException when there can never be so many
     * @throws dev.firefly.resilience.store.StoreUnavailableException when the shared store does not answer in time
     */
    boolean tryAcquire(int tokens);

    /** Takes one token, waiting for it up to the {@code timeout}; as {@link #acquire(int)}. */
    default void acquire() {
        acquire(1);
    }

    /**
     * Takes that many tokens, waiting for them up to the {@code timeout}.
     *
     * @param tokens from 1 to {@code max-tokens}
     * @throws RateLimitExceededException when they cannot come in time, or the thread is interrupted; none is taken
     * @throws IllegalArgumentException when there can never be so many
     * @throws dev.firefly.resilience.store.StoreUnavailableException when the shared store does not answer in time
     */
    void acquire(int tokens);

    /**
     * How many whole tokens a call would find now; 0 while others wait for theirs. A pure read; on a shared store at most
     * {@code max-staleness} old, those included that this node holds in reserve.
     *
     * @throws dev.firefly.resilience.store.StoreUnavailableException when the shared store has to be asked, after a pause,
     *     and does not answer in time
     */
    long availableTokens();
}
