package dev.firefly.resilience.circuitbreaker;

import dev.firefly.resilience.store.StoreStatus;
import java.time.Duration;
import java.util.Optional;

/**
 * Why a circuit is in its state. Immutable.
 *
 * @param text the whole answer in a few sentences
 * @param state the state that is explained; while the store does not answer, what this node knew last
 * @param calls the outcomes the circuit judges by: those in its window, or those at the moment it opened; 0 where
 *     successes are not counted
 * @param failures how many of them failed
 * @param slowCalls how many of them were slow
 * @param minimumNumberOfCalls below this number of outcomes the circuit does not open
 * @param retryAfter how long until a call has a chance; zero when one would be admitted now; empty when nobody can know
 * @param store how this circuit stands with the store. DEGRADED: calls go by {@link StoreStatus#onFailure()}, because its
 *     part of the store is down, or because a newer version wrote its record ({@code since} is empty then). Has a
 *     {@code cause} otherwise too when the store could not be asked just now, so that the state is what this node knew last
 */
public record Explanation(
        String text,
        BreakerState state,
        int calls,
        int failures,
        int slowCalls,
        int minimumNumberOfCalls,
        Optional<Duration> retryAfter,
        StoreStatus store) {
    @Override
    public String toString() {
        return text;
    }
}
