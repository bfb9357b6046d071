package dev.firefly.resilience.tck.cdi;

import java.util.List;

/** Watches the library's threads. */
final class Threads {
    private static final long LONGEST_MILLIS = 10_000;

    private Threads() {}

    /** The library's threads that do not end. */
    static List<Thread> ofLibrary() {
        List<Thread> threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("firefly"))
                .toList();
        for (Thread thread : threads) {
            try {
                thread.join(LONGEST_MILLIS);
            } catch (InterruptedException e) {
                throw new AssertionError("interrupted while waiting for " + thread, e);
            }
        }
        return threads.stream().filter(Thread::isAlive).toList();
    }
}
