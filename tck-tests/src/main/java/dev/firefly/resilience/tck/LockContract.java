package dev.firefly.resilience.tck;

import static dev.firefly.resilience.tck.StoreNodes.read;
import static dev.firefly.resilience.tck.StoreNodes.replace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.store.ResilienceStore;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** One holder at a time in the whole cluster, who loses the lock in the end, and then cannot overwrite anything. */
interface LockContract extends StoreNodes {
    Duration MOMENT = Duration.ofMillis(100);

    @Test
    default void whileANodeHoldsTheLockNoOtherGetsIt() {
        assertExclusion(node(), node());
    }

    @Test
    default void whileAThreadHoldsTheLockNoOtherOfTheSameNodeGetsIt() {
        ResilienceStore node = node();
        assertExclusion(node, node);
    }

    private void assertExclusion(ResilienceStore first, ResilienceStore second) {
        String key = key("a");
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch enough = new CountDownLatch(1);
        AtomicBoolean left = new AtomicBoolean();
        try (Crew crew = new Crew()) {
            Future<Boolean> holder = crew.start(() -> first.withLock(key, PATIENCE, entry -> {
                held.countDown();
                Crew.await(enough);
                left.set(true);
            }));
            Crew.await(held);
            Future<Boolean> waiting = crew.start(() ->
                    second.withLock(key, PATIENCE, entry -> assertThat(left).isTrue()));
            assertGivesUp(second, key, crew);
            enough.countDown();
            assertThat(Crew.result(holder)).isTrue();
            assertThat(Crew.result(waiting)).isTrue();
        }
    }

    private static void assertGivesUp(ResilienceStore node, String key, Crew crew) {
        AtomicBoolean ran = new AtomicBoolean();
        long before = System.nanoTime();

        assertThat(Crew.result(crew.start(() -> node.withLock(key, MOMENT, entry -> ran.set(true)))))
                .isFalse();

        // a store may count the wait elsewhere, in whole milliseconds
        assertThat(System.nanoTime() - before)
                .isGreaterThanOrEqualTo(MOMENT.minusMillis(1).toNanos());
        assertThat(ran).isFalse();
    }

    @Test
    default void theLocksOfTwoKeysAreIndependent() {
        ResilienceStore node = node();
        try (Crew crew = new Crew()) {
            boolean locked = node.withLock(
                    key("a"),
                    PATIENCE,
                    entry -> assertThat(Crew.result(crew.start(() -> replace(node, key("b"), null, new byte[] {1}))))
                            .isTrue());
            assertThat(locked).isTrue();
        }
    }

    @Test
    default void theNextHolderSeesWhatTheLastOneWrote() {
        ResilienceStore other = node();
        replace(node(), key("a"), null, new byte[] {1});

        boolean locked = other.withLock(
                key("a"), PATIENCE, entry -> assertThat(entry.value()).containsExactly(1));

        assertThat(locked).isTrue();
    }

    @Test
    default void anExceptionLeavesTheSectionUnchangedAndTheLockFree() {
        ResilienceStore node = node();
        RuntimeException failure = new IllegalStateException("on purpose");

        assertThatThrownBy(() -> node.withLock(key("a"), PATIENCE, entry -> {
                    throw failure;
                }))
                .isSameAs(failure);
        Error error = new LinkageError("on purpose");
        assertThatThrownBy(() -> node.withLock(key("a"), PATIENCE, entry -> {
                    throw error;
                }))
                .isSameAs(error);

        ResilienceStore other = node();
        try (Crew crew = new Crew()) {
            assertThat(Crew.result(crew.start(() -> other.withLock(key("a"), MOMENT, entry -> {}))))
                    .isTrue();
        }
    }

    @Test
    default void aLockWithoutAWaitIsTakenIfItIsFree() {
        assertThat(node().withLock(key("a"), Duration.ZERO, entry -> {})).isTrue();
    }

    @Test
    default void aHolderWhoseLockHasLapsedOverwritesNothingAndIsNotToldByAnException() {
        ResilienceStore slow = node();
        ResilienceStore next = node();
        String key = key("a");
        replace(slow, key, null, new byte[] {0});
        try (Crew crew = new Crew()) {
            boolean locked = slow.withLock(key, PATIENCE, entry -> {
                byte[] before = Objects.requireNonNull(entry.value());
                assertThat(Crew.result(crew.start(() -> replace(next, key, before, new byte[] {1}))))
                        .isTrue();

                assertThat(entry.compareAndReplace(before, new byte[] {2})).isFalse();
            });

            assertThat(locked).isTrue();
        }
        assertThat(read(slow, key)).containsExactly(1);
    }

    @Test
    default void noUpdateIsLost() {
        ResilienceStore[] nodes = {node(), node()};
        String key = key("counter");
        int threads = 6;
        long updates = 50;
        try (Crew crew = new Crew()) {
            crew.all(threads, number -> {
                for (int i = 0; i < updates; i++) {
                    increment(nodes[number % nodes.length], key);
                }
                return number;
            });
        }

        assertThat(ByteBuffer.wrap(Objects.requireNonNull(read(nodes[0], key))).getLong())
                .isEqualTo(threads * updates);
    }

    private static void increment(ResilienceStore node, String key) {
        boolean locked = node.withLock(key, PATIENCE, entry -> {
            byte[] value = entry.value();
            long count = value == null ? 0 : ByteBuffer.wrap(value).getLong();
            byte[] next = ByteBuffer.allocate(Long.BYTES).putLong(count + 1).array();
            assertThat(entry.compareAndReplace(value, next)).isTrue();
        });
        assertThat(locked).isTrue();
    }
}
