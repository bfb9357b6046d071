package dev.firefly.resilience.core;

/** What went wrong, in one word a program can decide by; see {@link ResilienceException#code()}. */
public enum ErrorCode {
    CIRCUIT_OPEN,
    RATE_LIMIT_EXCEEDED,
    BULKHEAD_FULL,
    CALL_TIMEOUT,
    RETRY_EXHAUSTED,
    /** The shared store did not decide in time. The caller holds nothing; trying again later is sensible (HTTP 503). */
    RESILIENCE_STORE_LOCK_TIMEOUT,
    /** The shared store cannot be used at all. The caller holds nothing; trying again later is sensible (HTTP 503). */
    RESILIENCE_STORE_UNAVAILABLE,
    CONFIGURATION;

    /**
     * Whether this says that the guard turned the call away before it reached the guarded service. A rejection tells
     * nothing about that service, so no circuit breaker counts one as a failure unless it is told to.
     */
    public boolean isRejection() {
        return switch (this) {
            case CIRCUIT_OPEN,
                    RATE_LIMIT_EXCEEDED,
                    BULKHEAD_FULL,
                    RESILIENCE_STORE_LOCK_TIMEOUT,
                    RESILIENCE_STORE_UNAVAILABLE -> true;
            case CALL_TIMEOUT, RETRY_EXHAUSTED, CONFIGURATION -> false;
        };
    }
}
