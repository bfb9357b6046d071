package dev.firefly.resilience.tck.cdi;

import jakarta.enterprise.concurrent.ManageableThread;
import java.util.Collections;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.glassfish.enterprise.concurrent.AbstractManagedExecutorService.RejectPolicy;
import org.glassfish.enterprise.concurrent.ContextServiceImpl;
import org.glassfish.enterprise.concurrent.ManagedExecutorServiceImpl;
import org.glassfish.enterprise.concurrent.ManagedThreadFactoryImpl;

/** What GlassFish lends to applications: its executor and its context service, under their names. */
final class ManagedServer implements AutoCloseable {
    private static final int THREADS = 2;

    private final ContextServiceImpl contexts = new ContextServiceImpl("contexts", new Caller());
    private final ManagedExecutorServiceImpl threads = new ManagedExecutorServiceImpl(
            "threads",
            new ManagedThreadFactoryImpl("server"),
            0,
            false,
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            0,
            Integer.MAX_VALUE,
            contexts,
            RejectPolicy.ABORT);
    private final Naming names = new Naming();

    private ManagedServer() {}

    /** Starts a server, and lets this thread work for somebody. */
    static ManagedServer start() {
        Caller.become("ann");
        return startWithoutNames().bindNames();
    }

    static ManagedServer startWithoutNames() {
        return new ManagedServer();
    }

    ManagedServer bindNames() {
        names.bind("java:comp/DefaultManagedExecutorService", threads.getAdapter())
                .bind("java:comp/DefaultContextService", contexts);
        return this;
    }

    int lookUps() {
        return names.lookUps();
    }

    /** Takes no task any more. */
    void refuse() {
        threads.shutdown();
    }

    /** Waits until all that it has been given has ended. */
    void drain() throws Exception {
        CyclicBarrier allAtOnce = new CyclicBarrier(THREADS);
        for (Future<?> last : threads.invokeAll(Collections.nCopies(THREADS, allAtOnce::await))) {
            last.get();
        }
    }

    boolean isOpen() {
        return !threads.isShutdown();
    }

    static boolean isThread(Thread thread) {
        return thread instanceof ManageableThread;
    }

    @Override
    public void close() throws InterruptedException {
        Caller.become(null);
        names.close();
        threads.shutdown();
        if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
            throw new AssertionError("a task does not end");
        }
    }
}
