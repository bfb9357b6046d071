package dev.firefly.resilience.engine.state;

import org.jspecify.annotations.Nullable;

/**
 * A time in which a cell does without the store.
 *
 * @param why what is wrong with the store, or with the record
 * @param parts as {@link Cell#parts}
 * @param begun what the node began with when it went on alone; null where nothing is decided
 * @param state what that has become; null where nothing is decided
 */
record Solo<S>(
        String why,
        int parts,
        @Nullable Stamped<S> begun,
        @Nullable LocalState<S> state) {
    /** The node decides by itself. */
    static <S> Solo<S> deciding(String why, int parts, Stamped<S> begun, LocalState<S> state) {
        return new Solo<>(why, parts, begun, state);
    }

    /** Nothing is decided. */
    static <S> Solo<S> waiting(String why, int parts) {
        return new Solo<>(why, parts, null, null);
    }
}
