package dev.firefly.resilience.examples.flakyapi;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Who waits for an answer. While the API works it sends blanks, of which a caller takes no notice; once the caller has hung
 * up they cannot be sent, and that is how the API knows. For one use, by one thread.
 */
final class Caller {
    private static final Duration BETWEEN_BLANKS = Duration.ofMillis(20);

    private final HttpExchange exchange;
    private final Instant arrived;
    private Instant blankAt;
    private Instant there;

    Caller(HttpExchange exchange, Instant arrived) {
        this.exchange = exchange;
        this.arrived = arrived;
        this.blankAt = arrived;
        this.there = arrived;
    }

    /** Works for as long as the answer takes; whether the caller is still there then. */
    boolean keepWaiting(Mood.Answer answer) {
        long end = System.nanoTime() + answer.work().toNanos();
        try {
            exchange.sendResponseHeaders(answer.failed() ? 503 : 200, 0);
            OutputStream body = exchange.getResponseBody();
            while (System.nanoTime() - end < 0) {
                pause();
                Instant now = Instant.now();
                body.write(' ');
                body.flush();
                // The first blank after a caller has left is what makes the next one fail.
                there = blankAt;
                blankAt = now;
            }
            there = Instant.now();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** The request, for the record. */
    Exchange exchange(Mood.Answer answer, boolean hungUp) {
        String node = exchange.getRequestHeaders().getFirst("X-Node");
        String begun = exchange.getRequestHeaders().getFirst("X-Begun");
        return new Exchange(
                node == null ? "?" : node,
                begun == null ? arrived : Instant.parse(begun),
                arrived,
                there,
                answer.failed(),
                hungUp);
    }

    private static void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(BETWEEN_BLANKS.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
