package dev.firefly.resilience.engine.retry;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.engine.ManualTime;
import dev.firefly.resilience.engine.TestEnvironment;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.retry.RetryConfig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.UnaryOperator;

/** What a test of a retry needs around it: time, chance, events that are noted, and things that happen later. */
final class RetryScene {
    static final String NAME = "orders";

    final ManualTime time = new ManualTime();
    final List<ResilienceEvent> events = new ArrayList<>();
    private final Deque<Runnable> later = new ArrayDeque<>();
    private Randomness random = () -> {
        throw new AssertionError("Nothing here is left to chance");
    };

    RetryScene random(Randomness value) {
        random = value;
        return this;
    }

    Environment environment() {
        Environment environment = TestEnvironment.of(time, random, this::later);
        environment.events().subscribe(ResilienceEvent.class, events::add);
        return environment;
    }

    RetryLoop retry(UnaryOperator<RetryConfig.Builder> settings) {
        RetryConfig config = settings.apply(RetryConfig.builder()).build();
        return new RetryLoop(NAME, () -> config, environment());
    }

    void later(Runnable action) {
        later.add(action);
    }

    /** Runs one thing that waits, or else moves the clock to the next one; false when there is nothing left. */
    boolean goOn() {
        Runnable next = later.poll();
        if (next == null) {
            return time.runNext();
        }
        next.run();
        return true;
    }

    /** A body that ends as told, one after the other: throws what is a throwable and returns the rest. */
    static final class Script implements CheckedCallable<Object, Exception> {
        private final Object[] outcomes;
        private int calls;

        Script(Object... outcomes) {
            this.outcomes = outcomes;
        }

        @Override
        public Object call() throws Exception {
            Object outcome = outcomes[Math.min(calls++, outcomes.length - 1)];
            if (outcome instanceof Error error) {
                throw error;
            }
            if (outcome instanceof Exception exception) {
                throw exception;
            }
            return outcome;
        }

        int calls() {
            return calls;
        }
    }
}
