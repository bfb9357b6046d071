package dev.firefly.resilience.engine.state;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Listens to a logger of {@code java.util.logging}, by reflection, since this module does not read that one. */
public final class LogWatch implements AutoCloseable {
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final Object logger;
    private final Method setFilter;

    public LogWatch(String name) throws ReflectiveOperationException {
        Class<?> loggerType = Class.forName("java.util.logging.Logger");
        Class<?> filterType = Class.forName("java.util.logging.Filter");
        Method level = Class.forName("java.util.logging.LogRecord").getMethod("getLevel");
        Method message = Class.forName("java.util.logging.LogRecord").getMethod("getMessage");
        logger = loggerType.getMethod("getLogger", String.class).invoke(null, name);
        setFilter = loggerType.getMethod("setFilter", filterType);
        Object filter =
                Proxy.newProxyInstance(LogWatch.class.getClassLoader(), new Class<?>[] {filterType}, (p, m, args) -> {
                    lines.add(level.invoke(args[0]) + " " + message.invoke(args[0]));
                    return false;
                });
        setFilter.invoke(logger, filter);
    }

    /** What was logged, each line beginning with its level. */
    public List<String> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    @Override
    public void close() throws ReflectiveOperationException {
        setFilter.invoke(logger, (Object) null);
    }
}
