package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.event.FallbackExecuted;
import dev.firefly.resilience.event.RetryAttempted;
import dev.firefly.resilience.tck.kit.ManualClock;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Guarded methods, their fallback and the observers of their events, and what each finds around it. */
@ApplicationScoped
class Journal {
    /**
     * What one of them found.
     *
     * @param request the number of the request; 0 where no request was active
     */
    record Entry(String what, String caller, Thread thread, ClassLoader loader, int request) {}

    /** A bean of the request scope. */
    @RequestScoped
    static class Request {
        @Inject
        Journal journal;

        private int number;

        int number() {
            if (number == 0) {
                number = journal.begun().incrementAndGet();
            }
            return number;
        }

        @PreDestroy
        void end() {
            journal.ended().release();
        }
    }

    static final Class<?>[] BEANS = {Journal.class, Request.class};

    private final List<Entry> entries = new CopyOnWriteArrayList<>();
    private final BlockingQueue<CompletableFuture<String>> attempts = new LinkedBlockingQueue<>();
    private final AtomicInteger begun = new AtomicInteger();
    private final Semaphore ended = new Semaphore(0);
    private final ManualClock clock = new ManualClock();

    @Inject
    Request request;

    @Produces
    @ApplicationScoped
    Clock clock() {
        return clock;
    }

    @Retry(maxAttempts = 2, waitDuration = "10s")
    @Fallback(method = "instead")
    CompletionStage<String> find() {
        note("attempt");
        CompletableFuture<String> stage = new CompletableFuture<>();
        attempts.add(stage);
        return stage;
    }

    CompletionStage<String> instead(IOException failure) {
        note("fallback");
        return CompletableFuture.completedFuture("instead");
    }

    @Retry(maxAttempts = 2, waitDuration = "10s")
    @Fallback(method = "insteadAtOnce")
    String findAtOnce() throws IOException {
        note("attempt");
        throw new IOException("down");
    }

    String insteadAtOnce() {
        note("fallback");
        return "instead";
    }

    void retried(@Observes RetryAttempted event) {
        note("observer of the retry");
    }

    void replaced(@Observes FallbackExecuted event) {
        note("observer of the fallback");
    }

    private void note(String what) {
        Thread thread = Thread.currentThread();
        entries.add(new Entry(what, Caller.current(), thread, thread.getContextClassLoader(), requestNumber()));
    }

    private int requestNumber() {
        try {
            return request.number();
        } catch (ContextNotActiveException e) {
            return 0;
        }
    }

    List<Entry> entries() {
        return entries;
    }

    AtomicInteger begun() {
        return begun;
    }

    /** Has a permit for each request that has ended. */
    Semaphore ended() {
        return ended;
    }

    /** Begins a call for somebody, and works for nobody afterwards. */
    static CompletionStage<String> findFor(String caller, Journal proxy) {
        Caller.become(caller);
        try {
            return proxy.find();
        } finally {
            Caller.become(null);
        }
    }

    /** A call whose two attempts fail, and that ends with its fallback. */
    static void failAndFallBack(Journal proxy, String caller) throws Exception {
        Journal journal = Real.of(proxy);
        CompletionStage<String> call = findFor(caller, proxy);
        journal.failNext();
        journal.endWait();
        journal.failNext();
        assertThat(await(call)).isEqualTo("instead");
    }

    static <T> T await(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    /** Lets the attempt that was begun first fail, on a thread that knows of nothing. */
    void failNext() throws InterruptedException {
        CompletableFuture<String> attempt =
                Objects.requireNonNull(attempts.poll(10, TimeUnit.SECONDS), "no attempt was begun");
        elsewhere(() -> attempt.completeExceptionally(new IOException("down")));
    }

    /** Waits until a call waits, and lets its time pass on a thread that knows of nothing. */
    void endWait() throws InterruptedException {
        elsewhere(() -> {
            try {
                clock.awaitTimers(1);
                clock.runNext();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    static void elsewhere(Runnable action) throws InterruptedException {
        Thread thread = new Thread(action, "somewhere else");
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
        thread.join(TimeUnit.SECONDS.toMillis(10));
    }
}
