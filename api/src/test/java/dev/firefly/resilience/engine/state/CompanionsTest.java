package dev.firefly.resilience.engine.state;

import static dev.firefly.resilience.core.Pattern.BULKHEAD;
import static dev.firefly.resilience.core.Pattern.RATE_LIMITER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.tck.kit.ManualClock;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a node keeps for a name beside a cell, in memory and on a shared store alike. */
@Timeout(120)
class CompanionsTest {
    enum Place {
        MEMORY,
        STORE;

        Cells cells() {
            return this == MEMORY ? new MemoryCells("node", new ManualClock()) : SharedNode.alone().cells;
        }
    }

    private static final class Queue {}

    private final AtomicInteger made = new AtomicInteger();
    private Cells cells;

    @AfterEach
    void close() {
        cells.close();
    }

    private Queue queue(String name) {
        return cells.companion(BULKHEAD, name, Queue.class, this::make);
    }

    private Queue make() {
        made.incrementAndGet();
        return new Queue();
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aNameHasOneCompanionHoweverOftenItIsAskedFor(Place place) {
        cells = place.cells();

        assertThat(queue("a")).isSameAs(queue("a")).isNotSameAs(queue("b"));
        assertThat(made).hasValue(2);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void patternsOfOneNameHaveCompanionsOfTheirOwn(Place place) {
        cells = place.cells();

        assertThat(cells.companion(RATE_LIMITER, "a", Queue.class, this::make)).isNotSameAs(queue("a"));
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aThousandThreadsThatComeTogetherMeetOneCompanion(Place place) throws InterruptedException {
        cells = place.cells();
        Set<Queue> seen = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

        Threads.together(100, number -> {
            for (int i = 0; i < 10; i++) {
                seen.add(queue("a"));
            }
        });

        assertThat(seen).hasSize(1);
        assertThat(made).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aPatternThatKeepsTwoKindsOfCompanionIsNoticed(Place place) {
        cells = place.cells();
        queue("a");

        assertThatThrownBy(() -> cells.companion(BULKHEAD, "a", String.class, () -> "other"))
                .isInstanceOf(ClassCastException.class);
    }
}
