package dev.firefly.resilience.engine.state;

import static dev.firefly.resilience.engine.state.Numbers.add;
import static dev.firefly.resilience.engine.state.Numbers.addOnce;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.tck.kit.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Small outcomes that travel together. */
@Timeout(120)
class GatheringTest {
    private final SharedNode node = SharedNode.alone();
    private final List<Integer> done = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void lookOnce() {
        node.cell.read(node.cell.patience());
        node.store.forgetCalls();
    }

    private void gather(int number) {
        node.cell.gather(add(number), change -> done.add(change.answer()));
    }

    @Test
    void whatIsGatheredIsInTheViewAtOnceAndInTheStoreAfterATenthOfASecond() {
        gather(1);
        gather(2);
        gather(3);
        assertThat(node.cell.peek().list()).containsExactly(1, 2, 3);
        node.clock.advance(Duration.ofMillis(99));
        assertThat(node.store.calls()).isEmpty();

        node.clock.advance(Duration.ofMillis(1));

        assertThat(node.update(Numbers.look())).containsExactly(1, 2, 3);
        assertThat(node.store.count(Operation.WRITE)).isEqualTo(1);
        assertThat(done).containsExactly(0);
    }

    @Test
    void whatIsGatheredGoesAlongWithTheNextWriteAndKeepsItsPlace() {
        gather(1);
        gather(2);
        node.settle(addOnce(3));

        assertThat(node.inStore()).containsExactly(1, 2, 3);
        assertThat(node.store.count(Operation.LOCK)).isEqualTo(1);
        assertThat(node.store.count(Operation.WRITE)).isEqualTo(1);
        node.clock.advance(Duration.ofMillis(100));
        assertThat(node.applied()).containsExactly(1, 2, 3);
    }

    @Test
    void aDecisionMeetsWhatWasGatheredBeforeIt() {
        gather(1);

        assertThat(node.update(Numbers.look())).containsExactly(1);
    }

    @Test
    void whatCannotBeMergedSendsOffWhatWasGatheredBeforeIt() {
        gather(1);
        node.cell.gather(addOnce(2), change -> done.add(change.answer()));
        gather(3);

        assertThat(node.cell.known().list()).containsExactly(1, 2, 3);
        assertThat(node.applied()).containsExactly(1, 2, 3);
        assertThat(done).containsExactly(0, 1, 2);
    }

    @Test
    void afterATenthOfASecondTheNextGatheringBegins() {
        gather(1);
        node.clock.advance(Duration.ofMillis(100));
        node.applied();
        gather(2);
        assertThat(node.inStore()).containsExactly(1);
        node.clock.advance(Duration.ofMillis(100));

        assertThat(node.update(Numbers.look())).containsExactly(1, 2);
    }

    @Test
    void whatChangesNothingIsReportedAndGoesNowhere() {
        node.update(add(1));
        node.store.forgetCalls();
        List<Object> answers = new ArrayList<>();

        node.cell.gather(Numbers.look(), change -> answers.add(change.answer()));
        node.clock.advance(Duration.ofMillis(200));

        assertThat(answers).containsExactly(List.of(1));
        assertThat(node.store.calls()).isEmpty();
    }

    @Test
    void gatheringNeverTouchesTheStoreOnTheCallersThread() {
        Thread here = Thread.currentThread();
        for (int i = 0; i < 100; i++) {
            gather(i);
        }
        node.applied();

        assertThat(node.store.calls()).noneMatch(call -> call.thread() == here);
        assertThat(node.store.count(Operation.WRITE)).isEqualTo(1);
    }

    @Test
    void nothingThatIsGatheredByManyThreadsIsLost() throws InterruptedException {
        Threads.together(8, thread -> {
            for (int i = 0; i < 50; i++) {
                gather(thread * 50 + i);
                if (i % 10 == 0) {
                    node.cell.flush();
                }
            }
        });

        assertThat(node.applied()).hasSize(400).doesNotHaveDuplicates();
    }
}
