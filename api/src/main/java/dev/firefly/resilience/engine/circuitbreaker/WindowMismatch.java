package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.state.Atom;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Notices that another node judges a circuit by another window, and says so once for each two values. A window that this
 * registry has itself gone by is none of another node's: after new settings the record carries it on. Thread-safe.
 */
final class WindowMismatch {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.circuitbreaker");

    private final String name;
    private final Atom<Set<Window>> own = new Atom<>(Set.of());
    private final Atom<Set<Pair>> told = new Atom<>(Set.of());

    /** The last so many outcomes, or those of so many nanoseconds; the other figure is 0. */
    private record Window(int size, long nanos) {
        @Override
        public String toString() {
            return nanos > 0 ? "window-duration " + Durations.format(Duration.ofNanos(nanos)) : "window-size " + size;
        }
    }

    private record Pair(Window here, Window there) {}

    WindowMismatch(String name) {
        this.name = name;
    }

    /** From now on this registry goes by these rules too; to be told before the first outcome is recorded under them. */
    void goesBy(Rules rules) {
        Window window = of(rules);
        own.swap(known -> with(known, window));
    }

    private static Window of(Rules rules) {
        return new Window(rules.windowSize(), rules.windowNanos());
    }

    private static <T> Set<T> with(Set<T> set, T one) {
        if (set.contains(one)) {
            return set;
        }
        Set<T> more = new HashSet<>(set);
        more.add(one);
        return Set.copyOf(more);
    }

    /** Looks at the record that an outcome of this node has met. */
    void look(Circuit met, Rules rules) {
        if (met instanceof Closed closed) {
            int capacity = closed.window().count().capacity();
            long span = closed.window().time().spanNanos();
            if (capacity > 0) {
                compare(new Window(capacity, 0), rules);
            }
            if (span > 0) {
                compare(new Window(0, span), rules);
            }
        }
    }

    private void compare(Window found, Rules rules) {
        if (own.get().contains(found)) {
            return;
        }
        Pair pair = new Pair(of(rules), found);
        Atom.Swap<Set<Pair>> swap = told.swap(known -> with(known, pair));
        if (swap.after() != swap.before()) {
            LOG.log(
                    Level.WARNING,
                    () -> "Circuit breaker [" + name + "] has " + pair.here + " on this node, but " + pair.there
                            + " where it was used before; each node judges by its own settings, and the record keeps"
                            + " what the larger of them needs");
        }
    }
}
