package dev.firefly.resilience.engine.state;

/**
 * Whether a record is one of a newer version, which this node leaves alone, and when to look at it again: more and more
 * seldom, since the store tells when it changes, but not never, since word of that may get lost. Thread-safe.
 */
final class ForeignRecord {
    private static final long LONGEST_PAUSE_NANOS = 5_000_000_000L;
    private static final Look NEVER = new Look(0, 0);

    private final Atom<Look> next = new Atom<>(NEVER);

    /** A look that is to be taken, so long after the one before. */
    private record Look(long at, long pause) {}

    boolean isMet() {
        return next.get() != NEVER;
    }

    /** It was met; if that is news, it is to be looked at after such a pause. */
    void met(long now, long pause) {
        next.swap(seen -> seen == NEVER ? new Look(now + pause, pause) : seen);
    }

    void gone() {
        next.swap(seen -> NEVER);
    }

    /** Whether to look now; if so the next pause is longer. */
    boolean isDue(long now) {
        Look seen = next.get();
        if (seen == NEVER || now - seen.at < 0) {
            return false;
        }
        long pause = Math.max(seen.pause, Math.min(2 * seen.pause, LONGEST_PAUSE_NANOS));
        return next.replace(seen, new Look(now + pause, pause));
    }
}
