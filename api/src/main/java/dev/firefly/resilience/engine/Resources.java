package dev.firefly.resilience.engine;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;

/** What a registry has opened, closed in reverse order. Used by the thread that starts and the one that closes it. */
final class Resources implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience");

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    synchronized <T extends AutoCloseable> T add(T resource) {
        opened.push(resource);
        return resource;
    }

    @Override
    public synchronized void close() {
        while (!opened.isEmpty()) {
            AutoCloseable resource = opened.pop();
            try {
                resource.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                LOG.log(Level.WARNING, "Could not close " + resource, e);
            }
        }
    }
}
