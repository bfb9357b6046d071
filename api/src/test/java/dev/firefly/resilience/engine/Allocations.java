package dev.firefly.resilience.engine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;

/** Counts what the calling thread allocates, on machines that can tell. */
public final class Allocations {
    private static final int WARM_UP = 2_000;
    private static final int ROUNDS = 5;
    private static final int MEASURED = 2_000;

    private Allocations() {}

    /** The bytes that one run of the action allocates, on average over many, once the compiler has done its work. */
    public static long bytesPerRun(Runnable action) throws Exception {
        run(action, WARM_UP);
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = allocated();
            run(action, MEASURED);
            least = Math.min(least, (allocated() - before) / MEASURED);
        }
        return least;
    }

    private static void run(Runnable action, int times) {
        for (int i = 0; i < times; i++) {
            action.run();
        }
    }

    private static long allocated() {
        assumeTrue(isCounted(), "This machine does not count allocated bytes");
        return byThisThread();
    }

    /** Whether this machine can tell. */
    public static boolean isCounted() {
        return Counter.BYTES != null;
    }

    /** All bytes that the calling thread has allocated so far; only where they are counted. */
    public static long byThisThread() {
        try {
            return (long)
                    Counter.BYTES.invoke(Counter.BEAN, Thread.currentThread().getId());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** By reflection, because the module under test does not read the one with the management beans. */
    private static final class Counter {
        static final Object BEAN = bean();
        static final Method BYTES = bytes();

        private static Object bean() {
            try {
                return Class.forName("java.lang.management.ManagementFactory")
                        .getMethod("getThreadMXBean")
                        .invoke(null);
            } catch (ReflectiveOperationException e) {
                return null;
            }
        }

        private static Method bytes() {
            try {
                Class<?> type = Class.forName("com.sun.management.ThreadMXBean");
                return type.isInstance(BEAN) ? type.getMethod("getThreadAllocatedBytes", long.class) : null;
            } catch (ReflectiveOperationException e) {
                return null;
            }
        }
    }
}
