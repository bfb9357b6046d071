package dev.firefly.resilience.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;

/** Has the garbage collected, all of it. */
public final class Garbage {
    private Garbage() {}

    /** Clears all weak references to what nobody has any more. */
    public static void collect() {
        WeakReference<Object> proof = new WeakReference<>(new Object());
        System.gc();
        assertThat(proof.get()).as("garbage, after a collection").isNull();
    }

    /** The bytes in use once the garbage is gone. */
    public static long bytesInUse() {
        collect();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
