package dev.firefly.resilience.store;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The port to a store that a whole cluster shares. It knows keys and bytes; everything else (batching, waiting, leases,
 * encoding, fencing) is done by the library above it, so that an implementation is a page of code. The contract suite in
 * the test kit tests any implementation.
 *
 * <p>Keys are {@code <prefix>:<pattern>:<name>}, and {@code <prefix>:registries:all} for the one record in which
 * registries say that they are there; values are small. All methods may block and may throw any unchecked
 * exception when the store cannot answer; the library calls those that reach for the network on threads of its own, never
 * interrupts them, and lets nobody wait for them longer than configured. Implementations are thread-safe.
 */
public interface ResilienceStore extends AutoCloseable {
    /** What is stored under the keys now; a key without a value is missing from the answer. */
    Map<String, byte[]> read(Collection<String> keys);

    /**
     * Runs the section while holding the key's lock, on the calling thread, which does not hold it already. The lock is given up by itself a few seconds
     * after it was taken, even if its holder lives; what the section writes after that must fail if anybody else has
     * written in between, which {@link Entry#compareAndReplace} takes care of. A failure to release the lock is not a
     * failure of the section.
     *
     * @param wait how long to wait for the lock; an implementation may be late, but not early
     * @return false when the lock was not obtained and the section did not run
     * @throws RuntimeException what the section throws, or when the store cannot answer
     */
    boolean withLock(String key, Duration wait, Section section);

    /**
     * Reports every change of a value to the listener until the handle is closed: those of other nodes, and where that is
     * simpler those of this node too. Changes of one key are reported in their order.
     */
    Watch watch(ChangeListener listener);

    /**
     * The store's clock, the same for all who use it: nanoseconds since the Unix epoch. It need not be exact to more than
     * a millisecond and may step. Does not block.
     */
    long now();

    /** The cluster as this node sees it now. Does not block. */
    Members members();

    /**
     * A number in [0, {@link #lanes()}) for the key: keys that fail together (because one machine holds them) share lanes
     * that no other key uses. Does not block.
     */
    int lane(String key);

    /** How many lanes there are at most; each is worked off by a thread of its own while it is busy. */
    int lanes();

    /** Releases what this object holds. A cluster that it did not start is not stopped. */
    @Override
    void close();

    /** What runs under the lock. */
    @FunctionalInterface
    interface Section {
        void run(Entry entry);
    }

    /** The locked entry; valid only while its section runs. */
    interface Entry {
        /** The value, or null when there is none. */
        byte @Nullable [] value();

        /**
         * Replaces the value, in one atomic step, if it is the expected one byte by byte.
         *
         * @param expected null when there must be no value
         * @param replacement the new value
         * @return whether the value was replaced
         */
        boolean compareAndReplace(byte @Nullable [] expected, byte[] replacement);
    }

    /** Hears of changes. Must not block. */
    @FunctionalInterface
    interface ChangeListener {
        /**
         * A value has changed.
         *
         * @param key the key
         * @param value the new value; null when it was removed
         */
        void changed(String key, byte @Nullable [] value);

        /**
         * Two parts of the cluster that could not see each other are about to become one, and this node is in the part that
         * gives way: what was changed there alone is about to be lost. Where that cannot happen it is never called.
         */
        default void healing() {}

        /** They have become one: from now on the values are those of the other part. */
        default void healed() {}
    }

    /** A handle on a listener. */
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * The members of the cluster.
     *
     * @param self the identity under which this node takes part; new after every restart
     * @param all the identities of all members, this node's own included if it is a member
     */
    record Members(String self, Set<String> all) {
        public Members {
            all = Set.copyOf(all);
        }
    }
}
