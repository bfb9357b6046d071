package dev.firefly.resilience.engine;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that hold up neither the end of the JVM nor, by their context class loader, that of an application. */
final class DaemonThreads {
    private DaemonThreads() {}

    static ThreadFactory named(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + '-' + number.incrementAndGet());
            thread.setDaemon(true);
            thread.setContextClassLoader(DaemonThreads.class.getClassLoader());
            return thread;
        };
    }
}
