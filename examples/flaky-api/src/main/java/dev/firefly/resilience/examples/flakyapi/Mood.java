package dev.firefly.resilience.examples.flakyapi;

import java.time.Duration;

/** What the API is like for one period, and how busy those are who call it; in this order, and then anew. */
enum Mood {
    /** As things should be: but for single failures, which a retry mends. */
    WELL(1, "is well; one answer in 20 is a failure, and a retry mends it"),
    /** Well, but asked more than it may be. */
    CROWDED(2, "is well, and the nodes call it twice as often, which is more than the rate limiter lets pass"),
    /** Answers slowly, and some requests much too slowly. */
    SLOW(1, "is slow: callers fill the bulkhead, and one answer in 5 takes longer than the time limiter waits"),
    /** Fails every request. */
    FAILING(1, "fails every request: the circuit opens, for all nodes");

    /** Long enough for requests of several nodes to meet, if anything lets them. */
    private static final Duration QUICK = Duration.ofMillis(40);

    private static final Duration SLOW_FOR = Duration.ofMillis(240);
    private static final Duration STUCK_FOR = Duration.ofMillis(900);

    private final int pace;
    private final String text;

    /**
     * How a request is to be answered.
     *
     * @param failed whether with a failure
     * @param work after how long
     */
    record Answer(boolean failed, Duration work) {}

    Mood(int pace, String text) {
        this.pace = pace;
        this.text = text;
    }

    /** How many times the usual load there is. */
    int pace() {
        return pace;
    }

    /** In words, which follow those of whom they are about. */
    String text() {
        return text;
    }

    /** Whether a circuit around the API can be expected to close. */
    boolean isWell() {
        return this == WELL || this == CROWDED;
    }

    /** What becomes of a request that comes in this mood: the first in a turn has the number 0. */
    Answer answer(long number) {
        return switch (this) {
            case WELL, CROWDED -> new Answer(number % 20 == 19, QUICK);
            case SLOW -> new Answer(false, number % 5 == 0 ? STUCK_FOR : SLOW_FOR);
            case FAILING -> new Answer(true, QUICK);
        };
    }
}
