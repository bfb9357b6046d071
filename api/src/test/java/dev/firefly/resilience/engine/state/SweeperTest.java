package dev.firefly.resilience.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.engine.ManualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When names are looked through while there are many. */
class SweeperTest {
    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final int MANY = Sweeper.FEW + 1;

    private final ManualTime time = new ManualTime();
    private final AtomicInteger looks = new AtomicInteger();
    private int left = MANY;

    private Sweeper sweeper(Executor executor) {
        return new Sweeper(time, executor, INTERVAL.toNanos(), () -> {
            looks.incrementAndGet();
            return left;
        });
    }

    @Test
    void namesAreLookedThroughAgainAndAgainUntilThereAreFew() {
        sweeper(Runnable::run).added(MANY);
        time.moveBy(INTERVAL);
        time.moveBy(INTERVAL);
        assertThat(looks).hasValue(2);
        left = Sweeper.FEW;
        time.moveBy(INTERVAL);

        assertThat(looks).hasValue(3);
        assertThat(time.pending()).isZero();
    }

    @Test
    void anExecutorThatDiscardsATaskDoesNotEndIt() {
        Queue<Runnable> discarded = new ArrayDeque<>();
        sweeper(task -> {
                    if (discarded.isEmpty()) {
                        discarded.add(task);
                    } else {
                        task.run();
                    }
                })
                .added(MANY);
        time.moveBy(INTERVAL);
        assertThat(looks).hasValue(0);

        time.moveBy(INTERVAL);

        assertThat(looks).hasValue(1);
        discarded.remove().run(); // it was only late
        assertThat(looks).hasValue(1);
        assertThat(time.pending()).isOne();
    }

    @Test
    void aTaskThatWaitsForAThreadForAWhileIsDoneOnceAndDoesNotMakeItTwo() {
        Queue<Runnable> queue = new ArrayDeque<>();
        sweeper(queue::add).added(MANY);
        time.moveBy(INTERVAL);
        queue.remove().run();
        assertThat(looks).hasValue(1);

        time.moveBy(INTERVAL);

        assertThat(queue).hasSize(1);
    }
}
