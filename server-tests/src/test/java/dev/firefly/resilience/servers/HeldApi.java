package dev.firefly.resilience.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What all servers of a cluster depend on, in the hands of the test: it answers, fails, or keeps its callers waiting. */
final class HeldApi implements AutoCloseable {
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;
    private static final CountDownLatch OPEN = new CountDownLatch(0);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer http;
    private final AtomicInteger calls = new AtomicInteger();
    private final Semaphore arrived = new Semaphore(0);
    private volatile boolean failing;
    private volatile CountDownLatch gate = OPEN;

    HeldApi() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(threads);
        http.createContext("/", this::answer);
        http.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        CountDownLatch mine = gate;
        boolean fails = failing;
        calls.incrementAndGet();
        arrived.release();
        try (exchange) {
            mine.await();
            byte[] body = ("paid " + exchange.getRequestURI().getPath()).getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.sendResponseHeaders(fails ? UNAVAILABLE : OK, body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** From now on it answers. */
    void answer() {
        failing = false;
        gate.countDown();
        gate = OPEN;
        arrived.drainPermits();
    }

    /** From now on it fails. */
    void fail() {
        failing = true;
    }

    /** From now on its callers wait, until {@link #answer()}. */
    void hold() {
        gate = new CountDownLatch(1);
        arrived.drainPermits();
    }

    /** Waits until so many have called since it was told what to do. */
    void await(int callers) throws InterruptedException {
        if (!arrived.tryAcquire(callers, Server.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("Not " + callers + " have called, but " + arrived.availablePermits());
        }
    }

    /** How many have called. */
    int calls() {
        return calls.get();
    }

    @Override
    public void close() {
        gate.countDown();
        http.stop(0);
        threads.shutdownNow();
    }
}
