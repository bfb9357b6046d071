package dev.firefly.resilience.examples.flakyapi.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What the process that started this one wants, as it says on standard input: a line means "begin", the end means "end".
 * The latter comes also when that process dies, in whatever way, so that no node is ever left behind.
 */
final class Starter {
    private static final long SECONDS_TO_END = 8;

    private final CountDownLatch begin = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    private Starter() {}

    static Starter listen() {
        Starter starter = new Starter();
        Thread thread = new Thread(starter::read, "starter");
        thread.setDaemon(true);
        thread.start();
        return starter;
    }

    /** Waits for the beginning. */
    void awaitBegin() throws InterruptedException {
        begin.await();
    }

    /** Waits for the end. */
    void awaitEnd() throws InterruptedException {
        end.await();
    }

    /** Whether it is over. */
    boolean hasEnded() {
        return end.getCount() == 0;
    }

    private void read() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
            while (in.readLine() != null) {
                begin.countDown();
            }
        } catch (IOException e) {
            // As good as the end.
        }
        end.countDown();
        begin.countDown();
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
