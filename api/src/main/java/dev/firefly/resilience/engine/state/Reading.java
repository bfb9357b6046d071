package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.engine.state.Outages.Way;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Reads one record from the store, one read at a time: whoever comes while one is under way waits for its answer. */
final class Reading<S> {
    private final String key;
    private final StoreLink link;
    private final News<S> news;
    private final AtomicReference<@Nullable CompletableFuture<S>> current = new AtomicReference<>();

    /** Takes in what was read. */
    interface News<S> {
        /**
         * Takes in a value.
         *
         * @param start when the read began
         * @return the state by which the node decides from now on
         */
        S take(byte @Nullable [] value, long start);
    }

    Reading(String key, StoreLink link, News<S> news) {
        this.key = key;
        this.link = link;
        this.news = news;
    }

    /** The answer of the read that is under way, or of a new one; fails with what the store threw. */
    CompletableFuture<S> start() {
        CompletableFuture<S> mine = new CompletableFuture<>();
        CompletableFuture<S> other = current.compareAndExchange(null, mine);
        if (other != null) {
            return other;
        }
        link.read(key, () -> {
            try {
                long start = link.clock().nanos();
                S state = news.take(read(), start);
                current.set(null);
                mine.complete(state);
            } catch (RuntimeException | Error e) { // whoever waits would wait for ever, and so would all who come later
                current.set(null);
                mine.completeExceptionally(e);
            }
        });
        return mine;
    }

    private byte @Nullable [] read() {
        byte[] value;
        try {
            value = link.store().read(List.of(key)).get(key);
        } catch (RuntimeException | Error e) {
            link.failed(Way.READ, key, e);
            throw e;
        }
        link.answered(Way.READ, key);
        return value;
    }
}
