package dev.firefly.resilience.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.engine.state.LogWatch;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Something that is no record lies where one should be. A registry goes on as if nobody had used the name. */
@Timeout(60)
class DamagedRecordsTest {
    /** Format 1.0, revision 1, written by 7 as its 9th at 1; the state is missing. */
    private static final String HEADER =
            "f10100" + "0000000000000001" + "0000000000000007" + "0000000000000009" + "0000000000000001";

    private static final String[] DAMAGE = {"", "010203", "f1", "ff".repeat(200), HEADER, HEADER + "ff".repeat(200)};

    @ParameterizedTest
    @EnumSource
    void damageCountsAsUnusedIsLoggedOnceAndReplacedByTheNextWrite(RecordOf record) throws Exception {
        try (LogWatch log = new LogWatch("dev.firefly.resilience.store");
                Node node = new Node(OnFailure.FAIL)) {
            for (String damage : DAMAGE) {
                node.store.put(record.key, HexFormat.of().parseHex(damage));
                node.clock.advance(
                        Duration.ofSeconds(2)); // a lower revision is believed when nothing newer is known any more
                assertThat(record.isUnused(node)).as(damage).isTrue();

                record.change(node);

                assertThat(record.isUnused(node)).as(damage).isEqualTo(record == RecordOf.ROSTER);
                assertThat(node.store.value(record.key))
                        .as(damage)
                        .startsWith(0xF1, 1, 0, 0, 0, 0, 0, 0, 0, 0)
                        .isNotEqualTo(HexFormat.of().parseHex(damage));
            }

            assertThat(log.lines())
                    .filteredOn(line -> line.contains(record.key))
                    .singleElement()
                    .satisfies(line -> assertThat(line).startsWith("WARNING").contains("cannot be read"));
            assertThat(node.degradations()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoeverComesLaterReadsWhatTheNextWriteMadeOfIt(RecordOf record) {
        try (Node node = new Node(OnFailure.FAIL)) {
            record.change(node);
            byte[] bytes = node.store.value(record.key);
            node.store.put(record.key, Arrays.copyOf(bytes, bytes.length - 1));
            record.change(node);

            try (Node fresh = node.other(OnFailure.FAIL)) {
                if (record == RecordOf.ROSTER) {
                    node.meet(fresh);
                } else {
                    assertThat(record.isUnused(fresh)).isFalse();
                }
            }
        }
    }
}
