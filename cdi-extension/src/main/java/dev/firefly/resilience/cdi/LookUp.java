package dev.firefly.resilience.cdi;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Something that a server may offer. It is searched for when it is first asked for, and what is found stays. While it is
 * not found, the 2nd, 4th, 8th... request searches again, until {@value #SEARCHES} searches have failed: a name may not be
 * bound yet, or not visible to the thread that asked, but no call pays for ever for what is not there. Thread-safe.
 */
final class LookUp<T> {
    static final int SEARCHES = 10;

    private static final Logger LOG = System.getLogger("dev.firefly.resilience.cdi");
    private static final int LAST_REQUEST = 1 << (SEARCHES - 1);

    private final Search<T> search;
    private final AtomicInteger requests = new AtomicInteger();
    private volatile @Nullable T found;

    /** Searches, and throws when there is nothing. */
    interface Search<T> {
        T find() throws NamingException;
    }

    LookUp(Search<T> search) {
        this.search = search;
    }

    /** What was found; null while nothing is. */
    @Nullable
    T get() {
        T known = found;
        return known == null && isDue() ? searched() : known;
    }

    private boolean isDue() {
        if (requests.get() >= LAST_REQUEST) {
            return false;
        }
        int request = requests.incrementAndGet();
        return request <= LAST_REQUEST && Integer.bitCount(request) == 1;
    }

    private @Nullable T searched() {
        try {
            T first = search.find();
            found = first;
            return first;
        } catch (LinkageError e) {
            // Classes that are missing now do not appear later.
            requests.set(LAST_REQUEST);
            LOG.log(Level.DEBUG, "The server does not have it", e);
        } catch (NamingException | RuntimeException e) {
            LOG.log(Level.DEBUG, "Not found", e);
        }
        return null;
    }
}
