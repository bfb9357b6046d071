package dev.firefly.resilience.engine.state;

/** What may be kept beside a cell and says itself how long it has to be; see {@link Cells#companion}. */
public interface Companion {
    /** Whether a new one in its place would decide otherwise, or something is still on its way to it. Cheap; no lock. */
    boolean isNeeded();
}
