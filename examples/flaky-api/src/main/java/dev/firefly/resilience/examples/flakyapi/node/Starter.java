package dev.firefly.resilience.examples.flakyapi.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * What the process that started this one wants, as it says on standard input: each line is how many calls per second
 * there are to be from then on, the first of them the beginning; the end means "end". The latter comes also when that
 * process dies, in whatever way, so that no node is ever left behind.
 */
final class Starter {
    private static final long SECONDS_TO_END = 8;

    private final BlockingQueue<Optional<Double>> paces = new LinkedBlockingQueue<>();
    private volatile boolean ended;

    private Starter() {}

    static Starter listen() {
        Starter starter = new Starter();
        Thread thread = new Thread(starter::read, "starter");
        thread.setDaemon(true);
        thread.start();
        return starter;
    }

    /** Waits for the next pace, in calls per second; empty when it is over. */
    Optional<Double> nextPace() throws InterruptedException {
        return paces.take();
    }

    /** Whether it is over. */
    boolean hasEnded() {
        return ended;
    }

    private void read() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                paces.add(Optional.of(Double.valueOf(line)));
            }
        } catch (IOException e) {
            // As good as the end.
        }
        ended = true;
        paces.add(Optional.empty());
        haltIfLate();
    }

    /** Whatever hangs: this process does not outlive the other for long. */
    private static void haltIfLate() {
        try {
            TimeUnit.SECONDS.sleep(SECONDS_TO_END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(3);
    }
}
