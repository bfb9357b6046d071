package dev.firefly.resilience.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Work that goes on although the call it was done for has ended: a guard that releases its caller before the body is done,
 * as a time limit may, leaves the body's end here, and a guard around it that holds something for the body, as a bulkhead
 * holds its permit, finds it here and waits. So they need not know each other, nor what stands between them.
 *
 * <p>For authors of guards. Nothing here costs anything as long as no work is left behind. Thread-safe.
 */
public final class Unfinished {
    private static final AtomicLong LEFT_SO_FAR = new AtomicLong();
    private static final Set<Left> LEFT = ConcurrentHashMap.newKeySet();

    /** Not a record: what it holds is somebody else's, and need not be fit to be compared. */
    private static final class Left {
        final Thread by = Thread.currentThread();
        final long number;
        final CompletionStage<?> end;

        Left(long number, CompletionStage<?> end) {
            this.number = number;
            this.end = end;
        }
    }

    private Unfinished() {}

    /** A mark of now, to be handed to {@link #since} when a synchronous call on this thread has ended. */
    public static long mark() {
        return LEFT_SO_FAR.get();
    }

    /**
     * When the work will have ended that the calling thread has left behind since the mark, and that has not ended yet.
     *
     * @return a stage that completes, and never fails, when all of it has ended; null when there is none
     */
    public static @Nullable CompletionStage<?> since(long mark) {
        return LEFT_SO_FAR.get() == mark ? null : together(openSince(mark));
    }

    private static List<CompletionStage<?>> openSince(long mark) {
        Thread current = Thread.currentThread();
        List<CompletionStage<?>> open = new ArrayList<>();
        for (Left left : LEFT) {
            if (left.number > mark && left.by == current) {
                open.add(left.end);
            }
        }
        return open;
    }

    /**
     * Leaves work behind, on the thread of a synchronous call that is about to end without it.
     *
     * @param end completes, in whatever way, when the work has ended
     */
    public static void leave(CompletionStage<?> end) {
        Group group = Deadline.current().group();
        if (group != null) {
            group.add(end);
        }
        keep(LEFT, new Left(LEFT_SO_FAR.incrementAndGet(), end));
    }

    private static void keep(Set<Left> among, Left left) {
        among.add(left);
        whenEnded(left.end, () -> among.remove(left));
    }

    private static void whenEnded(CompletionStage<?> end, Runnable action) {
        try {
            end.whenComplete((value, failure) -> action.run());
        } catch (RuntimeException | Error refused) { // nobody will ever learn more about it
            action.run();
        }
    }

    private static @Nullable CompletionStage<?> together(List<CompletionStage<?>> ends) {
        if (ends.isEmpty()) {
            return null;
        }
        CompletableFuture<?>[] all = ends.stream()
                .map(end -> {
                    CompletableFuture<Boolean> ended = new CompletableFuture<>();
                    whenEnded(end, () -> ended.complete(true));
                    return ended;
                })
                .toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(all);
    }

    /**
     * The work of one asynchronous call, which may leave some behind on any thread. A guard that holds something puts one
     * around the start of its body with {@link Deadline#with(Group)}; it travels with the deadline from then on.
     * Thread-safe.
     */
    public static final class Group {
        private final @Nullable Group outer;
        private final Set<Left> left = ConcurrentHashMap.newKeySet();

        /** @param outer the group around this one, which is told of everything too; null when there is none */
        public Group(@Nullable Group outer) {
            this.outer = outer;
        }

        /**
         * Leaves work behind; to be called before the stage that goes on without it completes.
         *
         * @param end completes, in whatever way, when the work has ended
         */
        public void add(CompletionStage<?> end) {
            keep(left, new Left(0, end));
            if (outer != null) {
                outer.add(end);
            }
        }

        /** As {@link Unfinished#since}, for what was left behind in this group. */
        public @Nullable CompletionStage<?> end() {
            return together(
                    left.stream().<CompletionStage<?>>map(work -> work.end).toList());
        }
    }
}
