package dev.firefly.resilience.tck.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The service behind the circuit. It fails every call and counts, itself, how many probes it meets at once. */
final class GuardedService implements AutoCloseable {
    private static final long WORK_NANOS = 20_000_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
    private final Set<String> episodes = ConcurrentHashMap.newKeySet();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private final AtomicInteger probes = new AtomicInteger();

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
        if (query.contains("probe=true")) {
            AtomicInteger now = running.computeIfAbsent(query, any -> new AtomicInteger());
            mostAtOnce.accumulateAndGet(now.incrementAndGet(), Math::max);
            probes.incrementAndGet();
            episodes.add(query);
            LockSupport.parkNanos(WORK_NANOS); // a service takes its time, and others may come meanwhile
            now.decrementAndGet();
        }
        exchange.sendResponseHeaders(503, -1);
        exchange.close();
    }

    /** How many half-open episodes have sent a probe. */
    int episodes() {
        return episodes.size();
    }

    int probes() {
        return probes.get();
    }

    /** The most probes of one episode that were here at once. */
    int mostAtOnce() {
        return mostAtOnce.get();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
