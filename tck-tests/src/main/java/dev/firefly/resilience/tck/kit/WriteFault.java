package dev.firefly.resilience.tck.kit;

/** How a write can go wrong. */
public enum WriteFault {
    /** Nothing is written, and the store throws. */
    THROWS_BEFORE,
    /** It is written, and the store throws: the writer cannot know. */
    THROWS_AFTER,
    /** It is written, and the store says that it was not. */
    DENIES
}
