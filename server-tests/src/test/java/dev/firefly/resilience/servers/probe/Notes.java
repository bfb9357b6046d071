package dev.firefly.resilience.servers.probe;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Writes down in which surroundings code runs: a line for each place, its parts divided by "|". */
@ApplicationScoped
public class Notes {
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    @Inject
    RequestId request;

    @Inject
    CallerName caller;

    /** Notes where that place of the code runs. */
    public void take(String place) {
        lines.add(String.join(
                "|",
                place,
                Thread.currentThread().getName(),
                caller.get(),
                request.id(),
                name("java:comp/env/greeting").toString(),
                transaction(),
                Boolean.toString(seesThisApplication())));
    }

    /** Servers put a loader of their own before that of the application. */
    private static boolean seesThisApplication() {
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            return Class.forName(Notes.class.getName(), false, loader) == Notes.class;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static String transaction() {
        Object found = name("java:comp/TransactionSynchronizationRegistry");
        return found instanceof TransactionSynchronizationRegistry transactions
                ? String.valueOf(transactions.getTransactionKey())
                : found.toString();
    }

    @SuppressWarnings("BanJNDI") // two fixed names
    private static Object name(String name) {
        try {
            return InitialContext.doLookup(name);
        } catch (NamingException e) {
            return e;
        }
    }

    /** Begins anew. */
    public void clear() {
        lines.clear();
    }

    /** In the order in which they were taken. */
    public List<String> lines() {
        return List.copyOf(lines);
    }
}
