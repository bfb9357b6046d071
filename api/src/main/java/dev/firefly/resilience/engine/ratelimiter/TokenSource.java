package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.engine.state.Cell;
import java.util.concurrent.CompletionStage;

/** Where the tokens of one limiter come from. Thread-safe. Numbers of tokens are from 1 to {@code max-tokens}. */
interface TokenSource {
    /**
     * Reserves tokens for one call. May block for as long as the store may take, never for tokens.
     *
     * @param maxWaitNanos how long the call may wait for them; not negative
     * @return zero or more: they are reserved, and the call may begin after so many nanoseconds. Negative: none is
     *     reserved, since it would take longer; the complement ({@code ~}) is how many nanoseconds until they are there
     * @throws dev.firefly.resilience.store.StoreUnavailableException when the store does not decide; none is reserved
     */
    long reserve(Terms terms, int tokens, long maxWaitNanos);

    /** As {@link #reserve}, without blocking; the stage fails where that throws. */
    CompletionStage<Long> reserveAsync(Terms terms, int tokens, long maxWaitNanos);

    /** Gives back what was reserved under these terms and not used; returns at once and never throws. */
    void refund(Terms terms, int tokens);

    /** As {@link Cell#parts}. */
    int parts();

    /**
     * How many tokens are there now.
     *
     * @throws dev.firefly.resilience.store.StoreUnavailableException when the store has to be asked and does not answer
     */
    long available(Terms terms);
}
