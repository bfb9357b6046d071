package dev.firefly.resilience.engine.state;

import static dev.firefly.resilience.core.Pattern.CIRCUIT_BREAKER;
import static dev.firefly.resilience.engine.state.Numbers.add;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a cell says that there may be something new. */
@Timeout(120)
class NewsTest {
    private final SharedNode node = SharedNode.alone();
    private final List<List<Integer>> news = new CopyOnWriteArrayList<>();

    private void listen() {
        node.cell.onNews(() -> news.add(node.cell.known().list()));
    }

    @Test
    void theOwnChangeIsToldWhenItHasReachedTheStore() {
        node.store.loseChanges(); // the store tells of it too
        listen();

        node.update(add(1));

        assertThat(news).isNotEmpty().last().isEqualTo(List.of(1));
        assertThat(node.inStore()).containsExactly(1);
    }

    @Test
    void anOutcomeThatNobodyWaitsForIsToldToo() {
        node.store.loseChanges();
        listen();

        node.cell.gather(add(1), change -> {});
        assertThat(news).isEmpty();
        assertThat(node.applied()).containsExactly(1);

        assertThat(news).last().isEqualTo(List.of(1));
    }

    @Test
    void theChangeOfAnotherNodeIsTold() {
        node.cell.read(node.cell.patience());
        listen();

        node.other().update(add(7));

        assertThat(news).last().isEqualTo(List.of(7));
    }

    @Test
    void aChangeOfWhichNobodyToldIsToldWhenItIsRead() {
        node.cell.read(node.cell.patience());
        node.store.loseChanges();
        SharedNode other = node.other();
        listen();
        other.update(add(7));
        assertThat(news).isEmpty();

        node.clock.advance(Duration.ofSeconds(2));
        node.cell.read(node.cell.patience());

        assertThat(news).last().isEqualTo(List.of(7));
    }

    @Test
    void aChangeThatIsWithdrawnIsNoNews() {
        listen();
        node.store.goDown();
        node.settle(add(1));
        node.store.recover();

        assertThat(news).isEmpty();
    }

    @Test
    void whereNobodyElseCanChangeTheStateThereIsNoNews() {
        try (MemoryCells cells = new MemoryCells("node", new ManualClock())) {
            Cell<Numbers> cell = cells.cell(CIRCUIT_BREAKER, "numbers", Numbers.TYPE);
            cell.onNews(() -> news.add(cell.known().list()));

            cell.update(add(1), cell.patience(), change -> {});
        }

        assertThat(news).isEmpty();
    }
}
