package dev.firefly.resilience.engine;

import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.engine.state.Cell;
import dev.firefly.resilience.engine.state.Cells;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.EventBus;
import dev.firefly.resilience.engine.state.StateType;
import dev.firefly.resilience.store.StoreStatus;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The surroundings of a pattern that keeps no state, with a clock moved by hand. */
public final class TestEnvironment {
    public static final String NODE = "node-1";

    private TestEnvironment() {}

    public static Environment of(ManualTime time, Randomness random, Executor executor) {
        return new Environment(NODE, time, random, new EventBus(), executor, false, new NoCells());
    }

    private static final class NoCells implements Cells {
        @Override
        public <S> Cell<S> cell(Pattern pattern, String name, StateType<S> type) {
            throw new AssertionError("No state is needed here");
        }

        @Override
        public boolean isShared() {
            return false;
        }

        @Override
        public int size() {
            return 0;
        }

        @Override
        public Object hold(Pattern pattern, String name) {
            throw new AssertionError("No state is needed here");
        }

        @Override
        public <C> C companion(Pattern pattern, String name, Class<C> type, Supplier<C> maker) {
            throw new AssertionError("No state is needed here");
        }

        @Override
        public String owner() {
            return NODE;
        }

        @Override
        public StoreStatus status() {
            return StoreStatus.inMemory();
        }

        @Override
        public void close() {}
    }
}
