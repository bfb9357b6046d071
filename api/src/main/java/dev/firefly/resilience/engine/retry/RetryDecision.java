package dev.firefly.resilience.engine.retry;

/** What follows an attempt that did not end well. */
sealed interface RetryDecision {
    /**
     * Another attempt.
     *
     * @param waitNanos after this wait; zero or more
     */
    record Again(long waitNanos) implements RetryDecision {}

    /** No other attempt, and why. */
    enum GiveUp implements RetryDecision {
        NOT_RETRYABLE("it is not to be retried"),
        ATTEMPTS("max-attempts is reached"),
        BACKOFF("the back-off ended it"),
        MAX_DURATION("the next attempt would start after max-duration"),
        DEADLINE("the next attempt would not start before the deadline of the call");

        private final String reason;

        GiveUp(String reason) {
            this.reason = reason;
        }

        /** The reason in words. */
        String reason() {
            return reason;
        }

        /** Whether attempts or time ran out on an outcome that would have been retried otherwise. */
        boolean isExhaustion() {
            return this != NOT_RETRYABLE;
        }
    }
}
