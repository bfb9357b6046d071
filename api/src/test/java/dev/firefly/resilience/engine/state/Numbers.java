package dev.firefly.resilience.engine.state;

import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A state that shows what was applied, how often and in which order.
 *
 * @param since when the first number was added; moves with the clock
 */
record Numbers(long since, List<Integer> list) {
    static final StateType<Numbers> TYPE = new Type();

    Numbers {
        list = List.copyOf(list);
    }

    static Add add(int number) {
        return new Add(List.of(number), false);
    }

    /** Adds a number unless it is there. */
    static Add addOnce(int number) {
        return new Add(List.of(number), true);
    }

    /** Looks, and changes nothing. */
    static Transition<Numbers, List<Integer>> look() {
        return (state, now) -> new Step<>(state, state.list);
    }

    /** Adds numbers; the answer is how many there were before. */
    record Add(List<Integer> more, boolean repeatable) implements Transition<Numbers, Integer> {
        @Override
        public Step<Numbers, Integer> apply(Numbers state, long now) {
            if (repeatable && state.list.containsAll(more)) {
                return new Step<>(state, state.list.size());
            }
            List<Integer> next = new ArrayList<>(state.list);
            next.addAll(more);
            return new Step<>(new Numbers(state.since == 0 ? now : state.since, next), state.list.size());
        }

        @Override
        public @Nullable Transition<Numbers, Integer> merge(Transition<Numbers, ?> next) {
            if (!(next instanceof Add add) || repeatable || add.repeatable) {
                return null;
            }
            List<Integer> both = new ArrayList<>(more);
            both.addAll(add.more);
            return new Add(both, false);
        }

        @Override
        public boolean isRepeatable() {
            return repeatable;
        }
    }

    /** Adds a number so many times; can wait while the list ends with it. */
    record Tick(int number, int count) implements Countable<Numbers, Integer> {
        @Override
        public boolean canWait(Numbers state) {
            return !state.list.isEmpty() && state.list.get(state.list.size() - 1) == number;
        }

        @Override
        public Tick times(int times) {
            return new Tick(number, times);
        }

        @Override
        public Step<Numbers, Integer> apply(Numbers state, long now) {
            return new Add(Collections.nCopies(count, number), false).apply(state, now);
        }
    }

    private static final class Type implements StateType<Numbers> {
        @Override
        public Numbers initial() {
            return new Numbers(0, List.of());
        }

        @Override
        public void encode(Numbers state, DataOutput out) throws IOException {
            out.writeLong(state.since);
            out.writeInt(state.list.size());
            for (int number : state.list) {
                out.writeInt(number);
            }
        }

        @Override
        public Numbers decode(ByteBuffer in) {
            long since = in.getLong();
            List<Integer> list = new ArrayList<>();
            for (int left = in.getInt(); left > 0; left--) {
                list.add(in.getInt());
            }
            return new Numbers(since, list);
        }

        @Override
        public long latest(Numbers state) {
            return state.since;
        }

        @Override
        public Numbers shift(Numbers state, long nanos) {
            return state.since == 0 ? state : new Numbers(state.since + nanos, state.list);
        }

        @Override
        public Numbers released(Numbers state, Predicate<String> owners) {
            return state;
        }

        @Override
        public Numbers alone(Numbers state, String owner, int parts) {
            return state;
        }

        @Override
        public Numbers rejoined(Numbers shared, Numbers begun, Numbers alone, String owner) {
            return new Numbers(Math.max(shared.since, alone.since), alone.list);
        }

        @Override
        public boolean isNeeded(Numbers state, long now) {
            return !state.list.isEmpty();
        }
    }
}
