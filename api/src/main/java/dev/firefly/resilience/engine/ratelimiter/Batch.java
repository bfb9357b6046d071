package dev.firefly.resilience.engine.ratelimiter;

/**
 * Tokens that a node holds in reserve; immutable.
 *
 * <p>They were the last to be taken, so they are the last that the bucket refills. As it does, they vanish one by one, as
 * if they had been given back: else they could be used on top of a bucket that has long been full again.
 *
 * @param scale the scale they were taken on
 * @param missingUnits what the bucket lacked when they had been taken
 * @param takenNanos when, on this node's clock, or a little before
 */
record Batch(Scale scale, int tokens, long missingUnits, long takenNanos) {
    static final Batch NONE = new Batch(new Scale(1, 1), 0, 0, 0);

    boolean isEmpty() {
        return tokens == 0;
    }

    /** How many are left at that time. */
    int left(long now) {
        long places = scale.missingAfter(missingUnits, now - takenNanos) / scale.unitsPerToken();
        return (int) Math.min(tokens, places);
    }

    /** The batch when some of those left have been used. */
    Batch without(int used, long now) {
        return with(left(now) - used);
    }

    /** The batch without those that have vanished. */
    Batch at(long now) {
        return with(left(now));
    }

    private Batch with(int number) {
        return number == 0 ? NONE : new Batch(scale, number, missingUnits, takenNanos);
    }
}
