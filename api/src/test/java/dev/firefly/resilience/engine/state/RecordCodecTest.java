package dev.firefly.resilience.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Seeds;
import dev.firefly.resilience.engine.state.RecordCodec.NewerVersionException;
import dev.firefly.resilience.engine.state.Stored.Token;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
    private static final RecordCodec<Numbers> CODEC = new RecordCodec<>(Numbers.TYPE);
    private static final Stamped<Numbers> STATE = new Stamped<>(new Numbers(5, List.of(9)), 0x0102);

    /** Magic, 1.0, revision 1, token, time; then the state. */
    private static final String GOLDEN = "f10100" + "0000000000000001" + "00000000000000aa" + "00000000000000bb"
            + "0000000000000102" + "0000000000000005" + "00000001" + "00000009";

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static String hex(Stored<Numbers> stored) {
        return HexFormat.of().formatHex(stored.toBytes());
    }

    @Test
    void theHeaderIsThatOfFormatOne() {
        Stored<Numbers> first = CODEC.next(CODEC.missing(), STATE, new Token(0xAA, 0xBB));

        assertThat(hex(first)).isEqualTo(GOLDEN);
        Stored<Numbers> back = CODEC.decode(bytes(GOLDEN));
        assertThat(back.stamped()).isEqualTo(STATE);
        assertThat(back.revision()).isEqualTo(1);
        assertThat(back.token()).isEqualTo(new Token(0xAA, 0xBB));
        assertThat(back.isSameRecordAs(first)).isTrue();
    }

    @Test
    void eachWriteIsOneRevisionAfterTheOneBefore() {
        Stored<Numbers> first = CODEC.next(CODEC.missing(), STATE, new Token(1, 1));
        Stored<Numbers> second = CODEC.next(first, STATE, new Token(1, 2));

        assertThat(second.revision()).isEqualTo(2);
        assertThat(CODEC.decode(second.toBytes()).revision()).isEqualTo(2);
        assertThat(second.isSameRecordAs(first)).isFalse();
    }

    @Test
    void behindTheLastRevisionThereIsTheFirst() {
        Stored<Numbers> last = CODEC.decode(bytes("f10100" + "3fffffffffffffff" + GOLDEN.substring(22)));

        assertThat(CODEC.next(last, STATE, new Token(1, 1)).revision()).isEqualTo(1);
    }

    @Test
    void aMissingRecordMeansTheInitialState() {
        Stored<Numbers> missing = CODEC.missing();

        assertThat(missing.stamped()).isEqualTo(new Stamped<>(Numbers.TYPE.initial(), 0));
        assertThat(missing.revision()).isZero();
        assertThat(missing.bytes()).isNull();
    }

    @Test
    void anUnreadableRecordMeansTheInitialStateAndIsReplacedAsItLiesThere() {
        Stored<Numbers> unreadable = CODEC.unreadable(new byte[] {1, 2, 3});

        assertThat(unreadable.stamped().state()).isEqualTo(Numbers.TYPE.initial());
        assertThat(unreadable.bytes()).containsExactly(1, 2, 3);
        assertThat(CODEC.next(unreadable, STATE, new Token(0xAA, 0xBB)).revision())
                .isEqualTo(1);
    }

    @Test
    void whatALaterMinorVersionAppendedIsCarriedThroughARewrite() {
        Stored<Numbers> later = CODEC.decode(bytes("f10107" + GOLDEN.substring(6) + "c0ffee"));
        assertThat(later.stamped()).isEqualTo(STATE);

        Stored<Numbers> rewritten =
                CODEC.next(later, new Stamped<>(new Numbers(5, List.of(8)), 0x0103), new Token(0xAA, 0xBC));

        assertThat(hex(rewritten)).startsWith("f10107" + "0000000000000002").endsWith("00000008" + "c0ffee");
        assertThat(hex(CODEC.next(CODEC.decode(rewritten.toBytes()), STATE, new Token(1, 1))))
                .startsWith("f10107")
                .endsWith("c0ffee");
    }

    @Test
    void aRecordOfANewerMajorVersionIsNotForUs() {
        assertThatThrownBy(() -> CODEC.decode(bytes("f102")))
                .isInstanceOf(NewerVersionException.class)
                .hasMessageContaining("format 2")
                .hasMessageContaining("upgrade this node");
        assertThatThrownBy(() -> CODEC.decode(bytes("f1ff00"))).isInstanceOf(NewerVersionException.class);
    }

    @Test
    void whatIsNoRecordIsRefused() {
        for (String hex : List.of(
                "",
                "f1",
                "f0" + GOLDEN.substring(2),
                GOLDEN.substring(0, 40),
                GOLDEN.substring(0, GOLDEN.length() - 2),
                "f10100" + "0000000000000000" + GOLDEN.substring(22),
                "f10100" + "8000000000000000" + GOLDEN.substring(22),
                "f10100" + "4000000000000000" + GOLDEN.substring(22),
                GOLDEN.replace("0000000000000102", "8000000000000000"),
                GOLDEN.replace("0000000000000102", "4000000000000001"),
                // since 1 s and 1 ns after it was written
                GOLDEN.replace("0000000000000005", "000000003b9acb03"))) {
            assertThatThrownBy(() -> CODEC.decode(bytes(hex)))
                    .as(hex)
                    .isInstanceOf(RuntimeException.class)
                    .isNotInstanceOf(NewerVersionException.class);
        }
    }

    @Test
    void aStateMayBeAJitterOfTheClockAheadOfItsRecord() {
        Stored<Numbers> ahead = CODEC.decode(bytes(GOLDEN.replace("0000000000000005", "000000003b9acb02")));

        assertThat(ahead.stamped().state().since()).isEqualTo(0x102 + Stamped.JITTER_NANOS);
    }

    @Test
    void mutatedRecordsNeverDoWorseThanThrowAnUncheckedException() {
        Seeds.each(20, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < 1000; i++) {
                byte[] record = Arrays.copyOf(bytes(GOLDEN), random.nextInt(GOLDEN.length()));
                if (record.length > 0) {
                    record[random.nextInt(record.length)] = (byte) random.nextInt(256);
                }
                try {
                    Stored<Numbers> stored = CODEC.decode(record);
                    assertThat(CODEC.next(stored, STATE, new Token(1, 1)).toBytes())
                            .isNotEmpty();
                } catch (RuntimeException expected) {
                    // anything unchecked will do
                }
            }
        });
    }
}
