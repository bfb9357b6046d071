package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.time.Duration;

/**
 * Whose state a cell holds.
 *
 * @param inStore the key of the record
 */
record CellKey(Pattern pattern, String name, String inStore) {
    static CellKey of(String prefix, Pattern pattern, String name) {
        return new CellKey(pattern, name, prefix + ':' + pattern.key() + ':' + name);
    }

    /** The key of the record that says who shares the store. No call ever asks for it. */
    static CellKey ofRoster(String prefix) {
        return new CellKey(Pattern.CIRCUIT_BREAKER, "(registries)", prefix + ":registries:all");
    }

    StoreUnavailableException lockTimeout(StoreLink link) {
        return StoreUnavailableException.lockTimeout(
                pattern, name, Duration.ofNanos(link.lockBlockNanos()), link.stackTraces());
    }

    StoreUnavailableException unavailable(Throwable failure, StoreLink link) {
        return StoreUnavailableException.unavailable(
                pattern, name, String.valueOf(failure.getMessage()), failure, link.stackTraces());
    }
}
