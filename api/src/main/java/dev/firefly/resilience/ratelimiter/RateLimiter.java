package dev.firefly.resilience.ratelimiter;

import dev.firefly.resilience.core.Guard;

/**
 * Lets calls pass no faster than a bucket of tokens allows: it holds {@code max-tokens} when it is full, refills
 * continuously at {@code refill-rate} tokens per second, and each call takes one token. On a shared store all nodes take
 * from the same bucket.
 *
 * <p>With a {@code timeout} a call that finds no token reserves one that is still to come and waits exactly until it is
 * there, on the calling thread; an asynchronous call waits without a thread. Whoever reserves first goes first. A token
 * that cannot come within the timeout, or before the deadline of the call, is not reserved: the call is turned away at
 * once with a {@link RateLimitExceededException} and leaves no debt. A caller who is interrupted, or cancels, while it
 * waits gives its reservation back and makes no call; after an interrupt the thread's flag is set again and the exception
 * is a {@code RateLimitExceededException} too.
 *
 * <p>Tokens that a node has taken or reserved when it dies are lost, never minted. Thread-safe.
 */
public interface RateLimiter extends Guard {
    /** The settings now in force. */
    RateLimiterConfig config();

    /** Takes one token if it is there now; never waits. */
    default boolean tryAcquire() {
        return tryAcquire(1);
    }

    /**
     * Takes that many tokens if they are all there now, else none; never waits for tokens.
     *
     * @param tokens from 1 to {@code max-tokens}
     * @throws IllegalArgumentException when there can never be so many
     * @throws dev.firefly.resilience.store.StoreUnavailableException when the shared store does not answer in time
     */
    boolean tryAcquire(int tokens);

    /** Takes one token, waiting for it up to the {@code timeout}. */
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
     */
    long availableTokens();
}
