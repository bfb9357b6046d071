package dev.firefly.resilience.tck.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The service behind the patterns, which counts, itself, what it meets: calls, how many run at once, and probes of a
 * half-open circuit. It answers every call of a circuit with a failure.
 */
final class GuardedService implements AutoCloseable {
    private static final long WORK_NANOS = 20_000_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final Map<String, AtomicInteger> probing = new ConcurrentHashMap<>();
    private final Set<String> episodes = ConcurrentHashMap.newKeySet();
    private final AtomicInteger mostProbes = new AtomicInteger();
    private final AtomicInteger probes = new AtomicInteger();
    private final Map<String, Queue<Long>> arrivals = new ConcurrentHashMap<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger mostRunning = new AtomicInteger();

    GuardedService() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    URI uri() {
        return URI.create("http://" + server.getAddress().getAddress().getHostAddress() + ':'
                + server.getAddress().getPort() + '/');
    }

    private void serve(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        calls.incrementAndGet();
        mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
        int status = 200;
        if (query.startsWith("probe=")) {
            status = 503;
            if (query.startsWith("probe=true")) {
                meetProbe(query);
            }
        } else if (query.startsWith("permitted")) {
            work();
        } else if (query.startsWith("limited=")) {
            arrivals(query.substring("limited=".length())).add(System.nanoTime());
        }
        running.decrementAndGet();
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private void meetProbe(String episode) {
        AtomicInteger now = probing.computeIfAbsent(episode, any -> new AtomicInteger());
        mostProbes.accumulateAndGet(now.incrementAndGet(), Math::max);
        probes.incrementAndGet();
        episodes.add(episode);
        work();
        now.decrementAndGet();
    }

    /** A service takes its time, and others may come meanwhile. */
    private static void work() {
        LockSupport.parkNanos(WORK_NANOS);
    }

    /** How many half-open episodes have sent a probe. */
    int episodes() {
        return episodes.size();
    }

    int probes() {
        return probes.get();
    }

    /** The most probes of one episode that were here at once. */
    int mostProbesAtOnce() {
        return mostProbes.get();
    }

    int calls() {
        return calls.get();
    }

    /** When ({@link System#nanoTime}) the calls came that the limiter of that name let pass; grows while they come. */
    Queue<Long> arrivals(String limiter) {
        return arrivals.computeIfAbsent(limiter, any -> new ConcurrentLinkedQueue<>());
    }

    /** The most calls that were here at once. */
    int mostAtOnce() {
        return mostRunning.get();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
