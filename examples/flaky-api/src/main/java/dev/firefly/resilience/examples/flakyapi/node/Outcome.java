package dev.firefly.resilience.examples.flakyapi.node;

import dev.firefly.resilience.core.ResilienceException;

/** How a call ended: with an answer, or with the fallback, and then why. */
public enum Outcome {
    /** The API answered the first request. */
    ANSWERED("at once"),
    /** The API answered the second request, after it had failed the first. */
    RECOVERED("after a retry"),
    /** The circuit was open. */
    CIRCUIT_OPEN("circuit open"),
    /** The cluster had made as many requests as it may. */
    RATE_LIMIT("rate limit"),
    /** The cluster was waiting for as many answers as it may. */
    BULKHEAD_FULL("bulkhead full"),
    /** The answer did not come in time. */
    TIMEOUT("timeout"),
    /** The API failed both requests. */
    FAILED("API failed"),
    /** The store did not decide in time, as happens on a machine that is too busy. */
    STORE("store late");

    private final String label;

    Outcome(String label) {
        this.label = label;
    }

    /** How it was answered, or why it was not, in words. */
    public String label() {
        return label;
    }

    /** Whether the API answered. */
    public boolean isAnswer() {
        return this == ANSWERED || this == RECOVERED;
    }

    /** How a call ended that ended with the fallback, by the failure in place of which that came. */
    static Outcome of(Exception failure) {
        if (!(failure instanceof ResilienceException guard)) {
            return FAILED;
        }
        return switch (guard.code()) {
            case CIRCUIT_OPEN -> CIRCUIT_OPEN;
            case RATE_LIMIT_EXCEEDED -> RATE_LIMIT;
            case BULKHEAD_FULL -> BULKHEAD_FULL;
            case CALL_TIMEOUT -> TIMEOUT;
            case RESILIENCE_STORE_LOCK_TIMEOUT, RESILIENCE_STORE_UNAVAILABLE -> STORE;
            case RETRY_EXHAUSTED, CONFIGURATION -> FAILED;
        };
    }
}
