package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.state.Cell;
import dev.firefly.resilience.engine.state.Cells;
import dev.firefly.resilience.engine.state.Change;
import dev.firefly.resilience.engine.state.StateType;
import dev.firefly.resilience.store.StoreStatus;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The cells of another, in which the next update can go as badly as an update can: it is applied after its caller has
 * been told that it was not.
 */
final class ForsakenCells implements Cells {
    private final Cells cells;
    private boolean next;

    ForsakenCells(Cells cells) {
        this.cells = cells;
    }

    /** The next update goes badly. */
    void forsakeNext() {
        next = true;
    }

    @Override
    public <S> Cell<S> cell(Pattern pattern, String name, StateType<S> type) {
        return forsaken(cells.cell(pattern, name, type));
    }

    @SuppressWarnings("unchecked") // a cell like the one behind it
    private <S> Cell<S> forsaken(Cell<S> cell) {
        return (Cell<S>) Proxy.newProxyInstance(
                ForsakenCells.class.getClassLoader(), new Class<?>[] {Cell.class}, (proxy, method, arguments) -> {
                    Object answer;
                    try {
                        answer = method.invoke(cell, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    if (next && method.getName().equals("update")) {
                        next = false;
                        ((Consumer<Change<?, ?>>) arguments[2]).accept((Change<?, ?>) answer);
                        throw StoreUnavailableException.lockTimeout(
                                Pattern.RATE_LIMITER, World.NAME, Duration.ZERO, false);
                    }
                    return answer;
                });
    }

    @Override
    public boolean isShared() {
        return cells.isShared();
    }

    @Override
    public int size() {
        return cells.size();
    }

    @Override
    public Object hold(Pattern pattern, String name) {
        return cells.hold(pattern, name);
    }

    @Override
    public <C> C companion(Pattern pattern, String name, Class<C> type, Supplier<C> maker) {
        return cells.companion(pattern, name, type, maker);
    }

    @Override
    public String owner() {
        return cells.owner();
    }

    @Override
    public StoreStatus status() {
        return cells.status();
    }

    @Override
    public void close() {
        cells.close();
    }
}
