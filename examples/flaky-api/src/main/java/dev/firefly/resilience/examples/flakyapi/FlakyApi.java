package dev.firefly.resilience.examples.flakyapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A real HTTP server on the loopback interface that is well for a while, then fails every request for as long, and so on.
 * It keeps a record of all requests, by which it is judged who called it, and when. Thread-safe.
 */
final class FlakyApi implements AutoCloseable {
    /** Long enough for calls of several nodes to meet in here, if anything lets them. */
    private static final Duration LATENCY = Duration.ofMillis(30);

    private final HttpServer server;
    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final Duration period;
    private final Queue<Exchange> exchanges = new ConcurrentLinkedQueue<>();
    private volatile Schedule schedule = new Schedule(Instant.MAX, Duration.ZERO);

    /** From when on, and for how long, the API changes its ways. */
    private record Schedule(Instant begin, Duration length) {}

    private FlakyApi(HttpServer server, Duration period) {
        this.server = server;
        this.period = period;
    }

    /** @throws java.net.BindException when the port is taken */
    static FlakyApi start(int port, Duration period) throws IOException {
        // Otherwise the server holds small answers back for 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        FlakyApi api = new FlakyApi(HttpServer.create(address, 0), period);
        api.server.createContext("/balance", api::answer);
        api.server.setExecutor(api.workers);
        api.server.start();
        return api;
    }

    URI uri() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getAddress().getHostAddress() + ':' + address.getPort() + "/balance");
    }

    /** Begins the first period; before, the API is well, and after that length it stays as it is. */
    void begin(Instant now, Duration length) {
        schedule = new Schedule(now, length);
    }

    /** How many periods have passed at that moment; the API is well in the even ones. */
    long turn(Instant now) {
        Schedule known = schedule;
        if (now.isBefore(known.begin)) {
            return 0;
        }
        Duration elapsed = Duration.between(known.begin, now);
        Duration last = known.length.minusNanos(1);
        return (elapsed.compareTo(last) < 0 ? elapsed : last).dividedBy(period);
    }

    boolean isWell(Instant now) {
        return turn(now) % 2 == 0;
    }

    /** When the period began that is under way at that moment. */
    Instant turnedAt(Instant now) {
        return schedule.begin.plus(period.multipliedBy(turn(now)));
    }

    List<Exchange> exchanges() {
        return List.copyOf(exchanges);
    }

    private void answer(HttpExchange exchange) throws IOException {
        Instant arrived = Instant.now();
        boolean well = isWell(arrived);
        try (exchange) {
            pretendToWork();
            byte[] body = (well ? "42.00" : "out of order").getBytes(UTF_8);
            String node = exchange.getRequestHeaders().getFirst("X-Node");
            String begun = exchange.getRequestHeaders().getFirst("X-Begun");
            exchanges.add(new Exchange(
                    node == null ? "?" : node,
                    begun == null ? arrived : Instant.parse(begun),
                    arrived,
                    Instant.now(),
                    !well));
            exchange.sendResponseHeaders(well ? 200 : 503, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static void pretendToWork() {
        try {
            Thread.sleep(LATENCY.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }
}
