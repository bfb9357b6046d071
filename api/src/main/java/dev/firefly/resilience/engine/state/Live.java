package dev.firefly.resilience.engine.state;

import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * What a pattern has worked out of the settings now in force and its present share of their limits: worked out anew when
 * these are others, and else the same object. Thread-safe.
 *
 * @param <C> the settings; compared by identity
 * @param <R> what is worked out of them
 */
public final class Live<C, R> {
    private final Supplier<C> settings;
    private final IntSupplier parts;
    private final Work<C, R> work;
    private volatile Worked<C, R> last;

    private record Worked<C, R>(C settings, int parts, R result) {}

    /** How it is worked out. */
    @FunctionalInterface
    public interface Work<C, R> {
        /**
         * Works it out.
         *
         * @param parts as {@link Cell#parts}
         */
        R of(C settings, int parts);
    }

    /**
     * @param settings the settings in force; asked at the start of each call
     * @param parts as {@link Cell#parts}; asked at the start of each call
     */
    public Live(Supplier<C> settings, IntSupplier parts, Work<C, R> work) {
        this.settings = settings;
        this.parts = parts;
        this.work = work;
        this.last = work(settings.get(), parts.getAsInt());
    }

    private Worked<C, R> work(C now, int divided) {
        return new Worked<>(now, divided, work.of(now, divided));
    }

    /** The settings now in force. */
    public C settings() {
        return settings.get();
    }

    /** What follows from them. */
    public R get() {
        Worked<C, R> known = last;
        C now = settings.get();
        int divided = parts.getAsInt();
        if (known.settings != now || known.parts != divided) {
            known = work(now, divided);
            last = known;
        }
        return known.result;
    }
}
