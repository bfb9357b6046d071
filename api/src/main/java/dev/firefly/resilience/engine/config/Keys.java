package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.core.Pattern;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** All keys there are. */
public final class Keys {
    /** The patterns that can be configured. */
    static final Map<Pattern, Table<?, ?>> TABLES = new EnumMap<>(Map.of(
            Pattern.RETRY, RetryKeys.TABLE,
            Pattern.CIRCUIT_BREAKER, CircuitBreakerKeys.TABLE,
            Pattern.RATE_LIMITER, RateLimiterKeys.TABLE,
            Pattern.BULKHEAD, BulkheadKeys.TABLE,
            Pattern.TIME_LIMITER, TimeLimiterKeys.TABLE));

    private Keys() {}

    /**
     * Every key without the common prefix, in the notation of the documentation: {@code retry.<name>.max-attempts},
     * {@code store.type}. Keys of store providers are not among them.
     */
    public static Set<String> all() {
        Set<String> all = new TreeSet<>(globals());
        TABLES.forEach((pattern, table) -> table.names().forEach(key -> all.add(pattern.key() + ".<name>." + key)));
        return all;
    }

    /** The table of a pattern that has one. */
    static Table<?, ?> tableOf(Pattern pattern) {
        return Objects.requireNonNull(TABLES.get(pattern), pattern::key);
    }

    /** The keys that concern no single instance. */
    static Set<String> globals() {
        Set<String> globals = new TreeSet<>();
        GlobalKeys.TABLE.keys().forEach(key -> globals.add(key.name()));
        return globals;
    }
}
