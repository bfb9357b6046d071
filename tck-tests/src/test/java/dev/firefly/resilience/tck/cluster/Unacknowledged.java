package dev.firefly.resilience.tck.cluster;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Whether the library has told its log, on this thread, that the store did not acknowledge an outcome. */
final class Unacknowledged extends Handler {
    // the logging framework holds loggers weakly
    private final Logger logger = Logger.getLogger("dev.firefly.resilience.store");
    private final ThreadLocal<Boolean> noted = ThreadLocal.withInitial(() -> false);

    Unacknowledged() {
        setLevel(Level.ALL);
        logger.setLevel(Level.ALL);
        logger.addHandler(this);
    }

    void begin() {
        noted.set(false);
    }

    boolean isNoted() {
        return noted.get();
    }

    @Override
    public void publish(LogRecord entry) {
        noted.set(true);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
