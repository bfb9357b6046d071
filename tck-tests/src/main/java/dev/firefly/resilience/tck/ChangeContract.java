package dev.firefly.resilience.tck;

import static dev.firefly.resilience.tck.StoreNodes.replace;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.store.ResilienceStore.ChangeListener;
import dev.firefly.resilience.store.ResilienceStore.Watch;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Changes made by one node are heard by the others. */
interface ChangeContract extends StoreNodes {

    @Test
    default void changesByAnotherNodeAreHeardInTheirOrder() {
        ResilienceStore writer = node();
        String key = key("circuit-breaker", "a");
        Heard heard = new Heard(key);
        try (Watch watch = node().watch(heard)) {
            replace(writer, key, null, new byte[] {0});
            for (byte i = 0; i < 20; i++) {
                replace(writer, key, new byte[] {i}, new byte[] {(byte) (i + 1)});
            }

            for (int i = 0; i <= 20; i++) {
                assertThat(heard.next()).containsExactly(i);
            }
        }
    }

    @Test
    default void aReplacementThatFailedIsNotHeard() {
        ResilienceStore writer = node();
        String key = key("circuit-breaker", "a");
        Heard heard = new Heard(key);
        try (Watch watch = node().watch(heard)) {
            replace(writer, key, null, new byte[] {1});
            replace(writer, key, null, new byte[] {2});
            replace(writer, key, new byte[] {7}, new byte[] {2});
            replace(writer, key, new byte[] {1}, new byte[] {3});

            assertThat(heard.next()).containsExactly(1);
            assertThat(heard.next()).containsExactly(3);
        }
    }

    @Test
    default void afterAWatchIsClosedItHearsNoMoreButOthersDo() {
        ResilienceStore writer = node();
        ResilienceStore reader = node();
        String key = key("circuit-breaker", "a");
        Heard closed = new Heard(key);
        Heard open = new Heard(key);
        Watch first = reader.watch(closed);
        try (Watch second = reader.watch(open)) {
            replace(writer, key, null, new byte[] {1});
            assertThat(closed.next()).containsExactly(1);
            assertThat(open.next()).containsExactly(1);

            first.close();
            first.close();
            replace(writer, key, new byte[] {1}, new byte[] {2});

            assertThat(open.next()).containsExactly(2);
            assertThat(closed.values).isEmpty();
        }
    }

    @Test
    default void aClosedStoreHearsNoMore() {
        ResilienceStore writer = node();
        ResilienceStore reader = node();
        String key = key("circuit-breaker", "a");
        Heard closed = new Heard(key);
        reader.watch(closed);
        Heard open = new Heard(key);
        try (Watch watch = node().watch(open)) {
            reader.close();
            replace(writer, key, null, new byte[] {1});

            assertThat(open.next()).containsExactly(1);
            assertThat(closed.values).isEmpty();
        }
    }

    /** What was heard of one key. */
    final class Heard implements ChangeListener {
        private final String key;
        private final BlockingQueue<byte[]> values = new LinkedBlockingQueue<>();

        Heard(String key) {
            this.key = key;
        }

        @Override
        public void changed(String changed, byte @Nullable [] value) {
            if (key.equals(changed)) {
                values.add(value == null ? new byte[0] : value);
            }
        }

        byte @Nullable [] next() {
            try {
                return values.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("Interrupted", e);
            }
        }
    }
}
