package dev.firefly.resilience.tck.cdi;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the library warns of while this is open. */
final class LogOf implements AutoCloseable {
    private final Logger logger = Logger.getLogger("dev.firefly.resilience.cdi");
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord log) {
            if (log.getLevel().intValue() >= Level.WARNING.intValue()) {
                warnings.add(log.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private LogOf() {
        logger.addHandler(handler);
    }

    static LogOf open() {
        return new LogOf();
    }

    List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** The warnings of a deployment that succeeds. */
    static List<String> start(Container container, Class<?>... beans) {
        try (LogOf log = new LogOf();
                Application app = container.start(beans)) {
            return List.copyOf(log.warnings);
        }
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
    }
}
