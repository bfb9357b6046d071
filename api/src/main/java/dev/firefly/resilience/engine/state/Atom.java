package dev.firefly.resilience.engine.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.UnaryOperator;

/** One value that is replaced as a whole. Holds the only loop that compares and sets. */
public final class Atom<T> {
    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Atom.class, "value", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile T value;

    public Atom(T value) {
        this.value = value;
    }

    public T get() {
        return value;
    }

    /** Sets the next value if the present one is still the one seen. */
    public boolean replace(T seen, T next) {
        return VALUE.compareAndSet(this, seen, next);
    }

    /** Replaces the value by what the function makes of it. The function may run several times and must have no effect. */
    public Swap<T> swap(UnaryOperator<T> change) {
        while (true) {
            T seen = value;
            T next = change.apply(seen);
            if (next == seen || replace(seen, next)) {
                return new Swap<>(seen, next);
            }
        }
    }

    /** What a swap has replaced, and by what; the same object when it changed nothing. */
    public record Swap<T>(T before, T after) {}
}
