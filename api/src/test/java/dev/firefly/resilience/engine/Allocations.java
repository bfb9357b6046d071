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

    /** By reflection, because the module under test does not read the one with the management beans. */
    private static long allocated() throws Exception {
        Object bean = Class.forName("java.lang.management.ManagementFactory")
                .getMethod("getThreadMXBean")
                .invoke(null);
        Class<?> type;
        try {
            type = Class.forName("com.sun.management.ThreadMXBean");
        } catch (ClassNotFoundException e) {
            assumeTrue(false, "This machine does not count allocated bytes");
            throw e;
        }
        assumeTrue(type.isInstance(bean), "This machine does not count allocated bytes");
        Method bytes = type.getMethod("getThreadAllocatedBytes", long.class);
        return (long) bytes.invoke(bean, Thread.currentThread().getId());
    }
}
