package dev.firefly.resilience.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.engine.state.Stored.Token;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Fields that a minor version has appended, beside nodes that know them, do not know them yet, or know still more. */
class AppendedFieldsTest {
    private static final Token TOKEN = new Token(1, 1);
    private static final RecordCodec<Pair> OLD = new RecordCodec<>(new PairType(0));
    private static final RecordCodec<Pair> NEW = new RecordCodec<>(new PairType(1));
    private static final int HEADER = 3 + 4 * Long.BYTES;

    private record Pair(byte first, byte appended) {}

    /** Its second component was appended by minor version 1. */
    private record PairType(int minor) implements StateType<Pair> {
        @Override
        public Pair initial() {
            return new Pair((byte) 0, (byte) 0);
        }

        @Override
        public void encode(Pair pair, DataOutput out) throws IOException {
            out.writeByte(pair.first);
        }

        @Override
        public Pair decode(ByteBuffer in) {
            return new Pair(in.get(), (byte) 0);
        }

        @Override
        public int minor(Pair pair) {
            return pair.appended == 0 ? 0 : minor;
        }

        @Override
        public void encodeAppended(Pair pair, int known, DataOutput out) throws IOException {
            out.writeByte(pair.appended);
        }

        @Override
        public Pair decodeAppended(Pair pair, int known, ByteBuffer in) {
            return new Pair(pair.first, in.get());
        }

        @Override
        public Pair shift(Pair pair, long nanos) {
            return pair;
        }

        @Override
        public Pair released(Pair pair, Predicate<String> owners) {
            return pair;
        }

        @Override
        public Pair alone(Pair pair, String owner, int parts) {
            return pair;
        }

        @Override
        public Pair rejoined(Pair shared, Pair begun, Pair alone, String owner) {
            return shared;
        }

        @Override
        public boolean isNeeded(Pair pair, long now) {
            return false;
        }
    }

    private static byte[] written(RecordCodec<Pair> by, Stored<Pair> before, int first, int appended) {
        return by.next(before, new Stamped<>(new Pair((byte) first, (byte) appended), 9), TOKEN)
                .toBytes();
    }

    private static Pair read(RecordCodec<Pair> by, byte[] record) {
        return by.decode(record).stamped().state();
    }

    /** The minor version, and what is behind the header. */
    private static String shown(byte[] record) {
        return record[2] + ":" + HexFormat.of().formatHex(record, HEADER, record.length);
    }

    @Test
    void aStateThatMakesNoUseOfThemIsWrittenAsBefore() {
        assertThat(written(NEW, NEW.missing(), 7, 0)).isEqualTo(written(OLD, OLD.missing(), 7, 0));
        assertThat(shown(written(NEW, NEW.missing(), 7, 0))).isEqualTo("0:07");
    }

    @Test
    void theyComeBackAndGoAgain() {
        byte[] record = written(NEW, NEW.missing(), 7, 5);
        assertThat(shown(record)).isEqualTo("1:0705");
        assertThat(read(NEW, record)).isEqualTo(new Pair((byte) 7, (byte) 5));

        assertThat(shown(written(NEW, NEW.decode(record), 8, 0))).isEqualTo("0:08");
    }

    @Test
    void aNodeThatDoesNotKnowThemCarriesThemAlong() {
        byte[] carried = written(OLD, OLD.decode(written(NEW, NEW.missing(), 7, 5)), 8, 0);

        assertThat(shown(carried)).isEqualTo("1:0805");
        assertThat(read(NEW, carried)).isEqualTo(new Pair((byte) 8, (byte) 5));
    }

    @Test
    void whatAStillLaterVersionAppendedStaysBehindThem() {
        byte[] record = written(NEW, NEW.missing(), 7, 5);
        byte[] later = HexFormat.of().parseHex(HexFormat.of().formatHex(record) + "c0ffee");
        later[2] = 2;

        assertThat(read(NEW, later)).isEqualTo(new Pair((byte) 7, (byte) 5));
        assertThat(shown(written(NEW, NEW.decode(later), 8, 6))).isEqualTo("2:0806c0ffee");
        assertThat(shown(written(NEW, NEW.decode(later), 8, 0))).isEqualTo("2:0800c0ffee");
    }

    @Test
    void aRecordWithoutWhatItsVersionHasIsNone() {
        byte[] record = written(NEW, NEW.missing(), 7, 0);
        record[2] = 1;

        assertThatThrownBy(() -> NEW.decode(record)).isInstanceOf(RuntimeException.class);
    }
}
