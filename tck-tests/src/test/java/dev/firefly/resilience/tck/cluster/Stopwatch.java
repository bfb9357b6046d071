package dev.firefly.resilience.tck.cluster;

/** How long one thread is kept waiting, apart from what its whole process was kept. Not thread-safe. */
final class Stopwatch {
    private final Stalls stalls;
    private long start;
    private long lost;
    private long spent;

    Stopwatch(Stalls stalls) {
        this.stalls = stalls;
    }

    void reset() {
        spent = 0;
        start();
    }

    void start() {
        lost = stalls.lost();
        start = System.nanoTime();
    }

    void stop() {
        long elapsed = System.nanoTime() - start;
        spent += Math.max(0, elapsed - (stalls.lost() - lost));
    }

    long millis() {
        return spent / 1_000_000;
    }
}
