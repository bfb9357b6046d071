package dev.firefly.resilience.engine.state;

import static dev.firefly.resilience.engine.state.Numbers.add;
import static dev.firefly.resilience.engine.state.SharedNode.KEY;
import static dev.firefly.resilience.engine.state.SharedNode.unexpected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.store.StoreUnavailableException;
import dev.firefly.resilience.tck.kit.Operation;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records that this version has not written. */
@Timeout(120)
class ForeignRecordsTest {
    private static final byte[] GARBAGE = {1, 2, 3};

    private final SharedNode node = SharedNode.alone();

    private byte[] newer() {
        SharedNode writer = node.other();
        writer.update(add(7));
        byte[] newer = node.store.value(KEY).clone();
        newer[1] = 2;
        return newer;
    }

    @Test
    void aRecordOfANewerMajorVersionIsLeftAlone() {
        byte[] newer = newer();
        node.store.put(KEY, newer);

        assertThatThrownBy(() -> node.cell.update(add(1), node.cell.patience(), unexpected()))
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_UNAVAILABLE))
                .hasMessageContaining("format 2");
        node.settle(add(1));
        node.cell.gather(add(2), unexpected());
        node.cell.flush();
        assertThatThrownBy(() -> node.cell.update(add(3), node.cell.patience(), unexpected()))
                .isInstanceOf(StoreUnavailableException.class);
        SharedNode fresh = node.other();
        assertThatThrownBy(() -> fresh.cell.read(fresh.cell.patience())).isInstanceOf(StoreUnavailableException.class);

        assertThat(node.store.value(KEY)).isEqualTo(newer);
    }

    @Test
    void onceTheNewerRecordIsGoneTheNodeGoesOnWithWhatHasHappenedMeanwhile() {
        byte[] newer = newer();
        byte[] older = node.store.value(KEY);
        node.store.put(KEY, newer);
        node.settle(add(1));

        node.store.put(KEY, older);

        assertThat(node.update(add(2))).isEqualTo(2);
        assertThat(node.inStore()).containsExactly(7, 1, 2);
    }

    @Test
    void aRecordOfANewerVersionIsReadAgainMoreAndMoreSeldom() {
        node.store.put(KEY, newer());
        node.awaitFailedReads();
        node.store.forgetCalls();

        for (int step = 0; step < 120; step++) { // half a minute
            node.clock.advance(Duration.ofMillis(250));
            node.awaitReads();
        }

        long reads = node.store.calls().stream()
                .filter(call ->
                        call.operation() == Operation.READ && call.keys().contains(KEY))
                .count();
        assertThat(reads).isBetween(6L, 12L);
    }

    @Test
    void aRecordThatIsNoLongerOfANewerVersionIsFoundThoughNobodyTells() {
        byte[] newer = newer();
        byte[] older = node.store.value(KEY);
        node.store.put(KEY, newer);
        node.store.loseChanges();
        node.store.put(KEY, older);

        for (int step = 0; step < 40; step++) {
            node.clock.advance(Duration.ofMillis(250));
            node.awaitReads();
        }

        assertThat(node.cell.known().list()).containsExactly(7);
    }

    @Test
    void aRecordWithWhichNothingCanBeDoneCountsAsUnusedAndIsNoOutage() {
        node.update(add(7));
        Transition<Numbers, Integer> careful = (state, now) -> {
            if (state.list().contains(7)) {
                throw new IllegalArgumentException("not with a seven");
            }
            return add(1).apply(state, now);
        };
        for (int i = 0; i < 2 * Outages.LIMIT; i++) {
            node.update(careful);
        }

        assertThat(node.inStore()).doesNotContain(7).hasSize(2 * Outages.LIMIT);
    }

    @Test
    void aRecordThatCannotBeReadCountsAsUnusedAndTheNextWriteReplacesIt() throws Exception {
        try (LogWatch log = new LogWatch("dev.firefly.resilience.store")) {
            node.store.put(KEY, GARBAGE);
            assertThat(node.cell.read(node.cell.patience())).isEqualTo(Numbers.TYPE.initial());
            assertThat(node.store.value(KEY)).isEqualTo(GARBAGE);
            assertThat(node.update(add(1))).isZero();
            assertThat(node.inStore()).containsExactly(1);

            node.store.put(KEY, GARBAGE);
            assertThat(node.update(add(2))).isZero();
            assertThat(node.inStore()).containsExactly(2);

            assertThat(log.lines())
                    .singleElement()
                    .satisfies(line ->
                            assertThat(line).startsWith("WARNING").contains(KEY).contains("cannot be read"));
        }
    }

    @Test
    void whatALaterMinorVersionAppendedSurvivesOurChanges() {
        node.update(add(1));
        byte[] bytes = node.store.value(KEY);
        byte[] later = Arrays.copyOf(bytes, bytes.length + 2);
        later[2] = 9;
        later[bytes.length] = 0x55;
        later[bytes.length + 1] = 0x66;
        node.store.put(KEY, later);

        node.update(add(2));
        node.update(add(3));

        byte[] now = node.store.value(KEY);
        assertThat(now[2]).isEqualTo((byte) 9);
        assertThat(now).endsWith(0x55, 0x66);
        assertThat(node.inStore()).containsExactly(1, 2, 3);
    }

    @Test
    void anUnreadableChangeThatIsReportedDoesNotReachTheListenersCaller() {
        node.update(add(1));

        node.store.put(KEY, GARBAGE);
        node.store.put(KEY, newer());

        assertThat(node.cell.known()).isNotNull();
    }
}
