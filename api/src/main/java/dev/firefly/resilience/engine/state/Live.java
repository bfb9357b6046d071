package dev.firefly.resilience.engine.state;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a pattern has worked out of the settings now in force: worked out anew when they are others, and else the same
 * object. Thread-safe.
 *
 * @param <C> the settings; compared by identity
 * @param <R> what is worked out of them
 */
public final class Live<C, R> {
    private final Supplier<C> settings;
    private final Function<C, R> work;
    private volatile Pair<C, R> last;

    private record Pair<C, R>(C settings, R result) {}

    /** @param settings the settings in force; asked at the start of each call */
    public Live(Supplier<C> settings, Function<C, R> work) {
        this.settings = settings;
        this.work = work;
        C first = settings.get();
        last = new Pair<>(first, work.apply(first));
    }

    /** The settings now in force. */
    public C settings() {
        return settings.get();
    }

    /** What follows from them. */
    public R get() {
        Pair<C, R> known = last;
        C now = settings.get();
        if (known.settings != now) {
            known = new Pair<>(now, work.apply(now));
            last = known;
        }
        return known.result;
    }
}
