package dev.firefly.resilience.tck.cdi;

import java.lang.reflect.Proxy;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.Context;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.spi.InitialContextFactory;

/** The names of a server, for this JVM while it is open. One at a time. */
public final class Naming implements AutoCloseable {
    private static final Map<String, Object> BOUND = new ConcurrentHashMap<>();
    private static final AtomicInteger LOOK_UPS = new AtomicInteger();

    private final String before = System.setProperty(Context.INITIAL_CONTEXT_FACTORY, Factory.class.getName());

    /** Made by the JDK, whenever somebody asks for a name. */
    public static final class Factory implements InitialContextFactory {
        @Override
        public Context getInitialContext(Hashtable<?, ?> environment) {
            return (Context) Proxy.newProxyInstance(
                    Factory.class.getClassLoader(), new Class<?>[] {Context.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("lookup")) {
                            return lookUp(arguments[0].toString());
                        }
                        if (method.getName().equals("list")) {
                            return list(arguments[0].toString());
                        }
                        if (method.getName().equals("close")) {
                            return null;
                        }
                        throw new UnsupportedOperationException(method.toString());
                    });
        }
    }

    private static Object lookUp(String name) throws NameNotFoundException {
        LOOK_UPS.incrementAndGet();
        Object found = BOUND.get(name);
        if (found == null) {
            throw new NameNotFoundException(name);
        }
        return found;
    }

    private static NamingEnumeration<NameClassPair> list(String place) {
        Iterator<String> names = BOUND.keySet().stream()
                .filter(name -> name.startsWith(place + '/'))
                .map(name -> name.substring(place.length() + 1))
                .iterator();
        return new NamingEnumeration<>() {
            @Override
            public NameClassPair next() {
                return new NameClassPair(names.next(), "");
            }

            @Override
            public NameClassPair nextElement() {
                return next();
            }

            @Override
            public boolean hasMore() {
                return names.hasNext();
            }

            @Override
            public boolean hasMoreElements() {
                return names.hasNext();
            }

            @Override
            public void close() {}
        };
    }

    /** Opens it without any names. */
    public Naming() {}

    public Naming bind(String name, Object object) {
        BOUND.put(name, object);
        return this;
    }

    /** How many names have been looked up since this was opened. */
    int lookUps() {
        return LOOK_UPS.get();
    }

    @Override
    public void close() {
        BOUND.clear();
        LOOK_UPS.set(0);
        if (before == null) {
            System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
        } else {
            System.setProperty(Context.INITIAL_CONTEXT_FACTORY, before);
        }
    }
}
