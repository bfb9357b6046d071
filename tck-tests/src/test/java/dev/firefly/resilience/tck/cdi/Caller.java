package dev.firefly.resilience.tck.cdi;

import jakarta.enterprise.concurrent.ContextService;
import java.util.Map;
import org.glassfish.enterprise.concurrent.spi.ContextHandle;
import org.glassfish.enterprise.concurrent.spi.ContextSetupProvider;

/**
 * Whom a thread works for, as far as its server knows, and with which class loader: the context that the server carries
 * over. Like GlassFish it captures the context of any thread, and runs nothing in that of a thread that works for nobody.
 */
final class Caller implements ContextSetupProvider {
    private static final long serialVersionUID = 1L;

    private static final ThreadLocal<String> CURRENT = new ThreadLocal<>();

    @SuppressWarnings("serial") // never serialized
    private record Handle(String name, ClassLoader loader) implements ContextHandle {}

    /** The name; null when this thread works for nobody. */
    static String current() {
        return CURRENT.get();
    }

    /** Lets this thread work for somebody, or with null for nobody. */
    static void become(String name) {
        if (name == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(name);
        }
    }

    @Override
    public ContextHandle saveContext(ContextService service) {
        return new Handle(CURRENT.get(), Thread.currentThread().getContextClassLoader());
    }

    @Override
    public ContextHandle saveContext(ContextService service, Map<String, String> properties) {
        return saveContext(service);
    }

    @Override
    public ContextHandle setup(ContextHandle captured) {
        Handle wanted = (Handle) captured;
        if (wanted.name() == null) {
            throw new IllegalStateException("Module null is disabled");
        }
        ContextHandle before = saveContext(null);
        enter(wanted);
        return before;
    }

    @Override
    public void reset(ContextHandle before) {
        enter((Handle) before);
    }

    private static void enter(Handle handle) {
        become(handle.name());
        Thread.currentThread().setContextClassLoader(handle.loader());
    }
}
