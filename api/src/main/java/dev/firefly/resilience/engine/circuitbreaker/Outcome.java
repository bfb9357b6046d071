package dev.firefly.resilience.engine.circuitbreaker;

/** How a call ended, as far as the circuit is concerned. */
enum Outcome {
    SUCCESS(false, false),
    SLOW_SUCCESS(false, true),
    FAILURE(true, false),
    SLOW_FAILURE(true, true),
    /** Says nothing about the service: cancelled, ignored, or turned away by an inner guard. */
    NEUTRAL(false, false);

    final boolean failed;
    final boolean slow;

    Outcome(boolean failed, boolean slow) {
        this.failed = failed;
        this.slow = slow;
    }

    Outcome slow() {
        return switch (this) {
            case SUCCESS -> SLOW_SUCCESS;
            case FAILURE -> SLOW_FAILURE;
            default -> this;
        };
    }
}
