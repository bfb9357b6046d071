package dev.firefly.resilience.core;

/** The patterns of this library; {@link #key()} is the word for each in configuration keys, store keys and messages. */
public enum Pattern {
    RETRY("retry"),
    CIRCUIT_BREAKER("circuit-breaker"),
    RATE_LIMITER("rate-limiter"),
    BULKHEAD("bulkhead"),
    TIME_LIMITER("time-limiter"),
    FALLBACK("fallback");

    private final String key;

    Pattern(String key) {
        this.key = key;
    }

    /** The pattern's name in configuration and store keys, for example {@code circuit-breaker}. */
    public String key() {
        return key;
    }

    @Override
    public String toString() {
        return key;
    }
}
