package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Pattern;
import java.lang.ref.WeakReference;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/*
 * Which names are in use. Whoever uses one keeps its hold, an object that is the same for all of them and that this table
 * refers to weakly: so it costs a call nothing, and a name is unused when the last one who had it is garbage.
 *
 *   hold(name) -> in use ... the holders are collected -> unused -> looked at, and not needed: forgotten
 *                    ^------------- hold(name) -----------------|
 *
 * To take a hold and to forget a name are one step each on the name's entry of the map, so nobody who has a hold ever sees
 * what is kept under it replaced. The names of a pattern also stand in a ring, in which those that are looked at and kept
 * go to the end.
 */
final class Holds implements AutoCloseable {
    /** How many names are looked at for each one that is added beyond the most there may be. */
    private static final int LOOKS = 4;

    private final Forgetting forgetting;
    private final Kept kept;
    private final Map<Named, WeakReference<Object>> users = new ConcurrentHashMap<>();
    private final Map<Pattern, Ring> rings = new EnumMap<>(Pattern.class);
    private final Sweeper sweeper;

    /** What is kept under names. */
    interface Kept {
        /**
         * Whether it can go if nobody uses it now. Asked at each look, by one at a time for each name.
         *
         * @param crowded whether there are too many names: then only what calls would notice has to stay
         */
        boolean isForgettable(Named named, boolean crowded);

        /** Lets go of everything under the name. */
        void forget(Named named);
    }

    /** The names of one pattern, in about the order in which they came or were looked at last. */
    private static final class Ring {
        private final Queue<Named> names = new ConcurrentLinkedQueue<>();
        private final AtomicInteger size = new AtomicInteger();

        int add(Named named) {
            names.add(named);
            return size.incrementAndGet();
        }

        @Nullable
        Named poll() {
            Named first = names.poll();
            if (first != null) {
                size.decrementAndGet();
            }
            return first;
        }
    }

    Holds(Clock clock, Forgetting forgetting, Kept kept) {
        this.forgetting = forgetting;
        this.kept = kept;
        this.sweeper = forgetting.sweeper(clock, this::sweep);
        for (Pattern pattern : Pattern.values()) {
            rings.put(pattern, new Ring());
        }
    }

    /** What keeps the name from being forgotten as long as it is reachable. */
    Object hold(Pattern pattern, String name) {
        Named named = new Named(pattern, name);
        WeakReference<Object> known = users.get(named);
        Object hold = known == null ? null : known.get();
        return hold != null ? hold : take(named);
    }

    private Object take(Named named) {
        Object[] taken = new Object[1]; // strongly, from within the step on
        boolean[] added = new boolean[1];
        users.compute(named, (key, seen) -> {
            taken[0] = seen == null ? null : seen.get();
            added[0] = seen == null;
            if (seen != null && taken[0] != null) {
                return seen;
            }
            taken[0] = new Object();
            return new WeakReference<>(taken[0]);
        });
        if (added[0]) {
            added(named);
        }
        return Objects.requireNonNull(taken[0]);
    }

    private void added(Named named) {
        Ring ring = ring(named.pattern());
        int count = ring.add(named);
        if (count > forgetting.most()) {
            look(ring, LOOKS, true);
        }
        sweeper.added(users.size());
    }

    private Ring ring(Pattern pattern) {
        return Objects.requireNonNull(rings.get(pattern));
    }

    private int sweep() {
        rings.values().forEach(ring -> look(ring, ring.size.get(), ring.size.get() > forgetting.most()));
        return users.size();
    }

    /** Looks at so many names, the first in the ring. */
    private void look(Ring ring, int count, boolean crowded) {
        for (int i = 0; i < count; i++) {
            Named named = ring.poll();
            if (named == null) {
                return;
            }
            if (!isForgotten(named, crowded)) {
                ring.add(named);
            } else if (crowded) {
                forgetting.tellCrowded(named.pattern(), named.name());
            }
        }
    }

    private boolean isForgotten(Named named, boolean crowded) {
        return users.computeIfPresent(named, (key, hold) -> {
                    // first, since who has it may still change what is kept; which is looked at in any case
                    boolean isHeld = hold.get() != null;
                    if (!kept.isForgettable(key, crowded) || isHeld) {
                        return hold;
                    }
                    kept.forget(key);
                    return null;
                })
                == null;
    }

    /** How many names there are. */
    int size() {
        return users.size();
    }

    @Override
    public void close() {
        sweeper.close();
    }
}
