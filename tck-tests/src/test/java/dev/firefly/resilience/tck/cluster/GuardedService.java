package dev.firefly.resilience.tck.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * The service behind the patterns, which counts, itself, what it meets: calls, how many with a permit run at once, and
 * probes of a half-open circuit. It answers every call of a circuit with a failure.
 */
final class GuardedService implements AutoCloseable {
    private static final long WORK_NANOS = 20_000_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final Map<String, AtOnce> probing = new ConcurrentHashMap<>();
    private final Set<String> leftOut = ConcurrentHashMap.newKeySet();
    private final AtomicInteger probes = new AtomicInteger();
    private final Map<String, Queue<Long>> arrivals = new ConcurrentHashMap<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtOnce permitted = new AtOnce();

    GuardedService() throws IOException {
        this(InetAddress.getLoopbackAddress());
    }

    /** On a free port of that address. */
    GuardedService(InetAddress address) throws IOException {
        server = HttpServer.create(new InetSocketAddress(address, 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    URI uri() {
        return URI.create("http://" + server.getAddress().getAddress().getHostAddress() + ':'
                + server.getAddress().getPort() + '/');
    }

    private void serve(HttpExchange exchange) throws IOException {
        Map<String, String> query = query(exchange.getRequestURI());
        String node = query.getOrDefault("node", "");
        calls.incrementAndGet();
        int status = 200;
        if (query.containsKey("probe")) {
            status = 503;
            if (query.get("probe").equals("true")) {
                probes.incrementAndGet();
                work(episode(query.get("epoch")), node);
            }
        } else if (query.containsKey("permitted")) {
            work(permitted, node);
        } else if (query.containsKey("limited")) {
            arrivals(query.get("limited")).add(System.nanoTime());
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private static Map<String, String> query(URI uri) {
        return Arrays.stream(uri.getQuery().split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    private AtOnce episode(String epoch) {
        return probing.computeIfAbsent(epoch, any -> {
            AtOnce episode = new AtOnce();
            leftOut.forEach(episode::leaveOut);
            return episode;
        });
    }

    /** A service takes its time, and others may come meanwhile. */
    private static void work(AtOnce group, String node) {
        group.enter(node);
        LockSupport.parkNanos(WORK_NANOS);
        group.leave(node);
    }

    /** A node is about to be killed: what it has begun here runs on, but holds nothing any more. */
    void leaveOut(String node) {
        leftOut.add(node);
        permitted.leaveOut(node);
        probing.values().forEach(episode -> episode.leaveOut(node));
    }

    /** How many half-open episodes have sent a probe. */
    int episodes() {
        return probing.size();
    }

    int probes() {
        return probes.get();
    }

    /** The most probes of one episode that were here at once. */
    int mostProbesAtOnce() {
        return probing.values().stream().mapToInt(AtOnce::most).max().orElse(0);
    }

    int calls() {
        return calls.get();
    }

    /** When ({@link System#nanoTime}) the calls came that the limiter of that name let pass; grows while they come. */
    Queue<Long> arrivals(String limiter) {
        return arrivals.computeIfAbsent(limiter, any -> new ConcurrentLinkedQueue<>());
    }

    /** The most calls with a permit that were here at once. */
    int mostAtOnce() {
        return permitted.most();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
