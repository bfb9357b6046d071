package dev.firefly.resilience.examples.flakyapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A real HTTP server on the loopback interface that is in one {@link Mood} after the other. It keeps a record of all
 * requests, by which it is judged who called it, when, and how many at once. Thread-safe.
 *
 * <p>When a {@link Caller} hangs up it gives up as well, and so does not take for two requests at once what is one that
 * was given up and the next.
 */
final class FlakyApi implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final Queue<Exchange> exchanges = new ConcurrentLinkedQueue<>();
    private final Map<Long, AtomicLong> numbers = new ConcurrentHashMap<>();
    private volatile Schedule schedule = Schedule.NONE;

    private FlakyApi(HttpServer server) {
        this.server = server;
    }

    /** @throws java.net.BindException when the port is taken */
    static FlakyApi start(int port) throws IOException {
        // Otherwise the server holds small answers back for 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        FlakyApi api = new FlakyApi(HttpServer.create(address, 0));
        api.server.createContext("/balance", api::answer);
        api.server.setExecutor(api.workers);
        api.server.start();
        return api;
    }

    URI uri() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getAddress().getHostAddress() + ':' + address.getPort() + "/balance");
    }

    /** Follows that schedule from now on; before, the API is well. */
    void follow(Schedule schedule) {
        this.schedule = schedule;
    }

    Schedule schedule() {
        return schedule;
    }

    /** All requests that are over, in no particular order. */
    List<Exchange> exchanges() {
        return List.copyOf(exchanges);
    }

    private void answer(HttpExchange exchange) throws IOException {
        Instant arrived = Instant.now();
        Mood.Answer answer = next(arrived);
        Caller caller = new Caller(exchange, arrived);
        try (exchange) {
            boolean there = caller.keepWaiting(answer);
            // Before the answer is out, so that whoever has it finds it on record.
            exchanges.add(caller.exchange(answer, !there));
            if (there) {
                exchange.getResponseBody().write((answer.failed() ? "out of order" : "42.00").getBytes(UTF_8));
            }
        }
    }

    /** How to answer the next request; they are counted anew in each turn, so that no probe is one of the single failures. */
    private Mood.Answer next(Instant arrived) {
        Schedule known = schedule;
        AtomicLong number = numbers.computeIfAbsent(known.turn(arrived), any -> new AtomicLong());
        return known.mood(arrived).answer(number.getAndIncrement());
    }

    /** Lets the requests that are under way come to their end. */
    @Override
    public void close() {
        workers.shutdown();
        try {
            workers.awaitTermination(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.stop(0);
        workers.shutdownNow();
    }
}
