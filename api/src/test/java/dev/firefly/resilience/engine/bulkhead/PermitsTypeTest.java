package dev.firefly.resilience.engine.bulkhead;

import static dev.firefly.resilience.engine.bulkhead.Ledgers.SECOND;
import static dev.firefly.resilience.engine.bulkhead.Ledgers.T0;
import static dev.firefly.resilience.engine.bulkhead.Ledgers.TTL;
import static dev.firefly.resilience.engine.bulkhead.Ledgers.encoded;
import static dev.firefly.resilience.engine.bulkhead.Ledgers.granted;
import static dev.firefly.resilience.engine.bulkhead.Ledgers.rules;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Seeds;
import dev.firefly.resilience.engine.bulkhead.PermitLedger.Group;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermitsTypeTest {
    private static final PermitsType TYPE = new PermitsType();
    private static final long HOUR = 3600 * SECOND;

    private static PermitLedger random(SplittableRandom random) {
        PermitLedger ledger = PermitLedger.EMPTY;
        long now = T0;
        for (int i = random.nextInt(20); i > 0; i--) {
            now += random.nextLong(TTL / 4);
            String owner = random.nextInt(5) == 0 ? "" : "nöde@" + random.nextInt(3);
            ledger = granted(ledger, now, owner, rules(100, TTL, random.nextBoolean()));
        }
        return ledger;
    }

    @Test
    void everyLedgerComesBackFromItsBytes() {
        Seeds.each(1000, seed -> {
            PermitLedger ledger = random(new SplittableRandom(seed));
            ByteBuffer in = ByteBuffer.wrap(encoded(ledger));

            assertThat(TYPE.decode(in)).isEqualTo(ledger);
            assertThat(in.hasRemaining()).isFalse();
        });
    }

    @Test
    void whatIsBehindTheLedgerIsLeftToTheCaller() {
        byte[] bytes = encoded(granted(PermitLedger.EMPTY, T0, "a"));
        ByteBuffer in = ByteBuffer.allocate(bytes.length + 3).put(bytes).rewind();

        TYPE.decode(in);

        assertThat(in.remaining()).isEqualTo(3);
    }

    /** A change of these bytes is a change of the format. */
    @Test
    void theBytesOfALedgerAreThoseOfFormatOne() {
        PermitLedger ledger =
                new PermitLedger(9, List.of(new Group("n@m", 7, 16, false, 3, 1), new Group("x", 8, 32, true, 1, 0)));

        assertThat(HexFormat.of().formatHex(encoded(ledger)))
                .isEqualTo("0000000000000009" + "00000002"
                        + "0000000000000007" + "0000000000000010" + "00" + "0000000000000003" + "0000000000000001"
                        + "00000003" + "6e406d"
                        + "0000000000000008" + "0000000000000020" + "01" + "0000000000000001" + "0000000000000000"
                        + "00000001" + "78");
        assertThat(HexFormat.of().formatHex(encoded(TYPE.initial()))).isEqualTo("000000000000000100000000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // 2^31-1 groups; a negative number of them; one that is not there
                "0000000000000009 7fffffff",
                "0000000000000009 ffffffff",
                "0000000000000009 00000001",
                // an owner of 2^31-1 bytes; of a negative number; of one more than there are
                "0000000000000009 00000001 0000000000000001 0000000000000010 00 0000000000000001 0000000000000000 7fffffff",
                "0000000000000009 00000001 0000000000000001 0000000000000010 00 0000000000000001 0000000000000000 ffffffff",
                "0000000000000009 00000001 0000000000000001 0000000000000010 00 0000000000000001 0000000000000000 00000002 61",
                // an owner that is no text
                "0000000000000009 00000001 0000000000000001 0000000000000010 00 0000000000000001 0000000000000000 00000001 ff",
                // neither renewed nor not; more released than granted; a number that is still to come; no next number
                "0000000000000009 00000001 0000000000000001 0000000000000010 02 0000000000000001 0000000000000000 00000000",
                "0000000000000009 00000001 0000000000000001 0000000000000010 00 0000000000000001 0000000000000002 00000000",
                "0000000000000009 00000001 0000000000000009 0000000000000010 00 0000000000000001 0000000000000000 00000000",
                "0000000000000000 00000000",
                "7fffffffffffffff 00000000"
            })
    void aRecordThatMeansNothingOrClaimsMoreThanThereIsIsRefused(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));

        assertThatThrownBy(() -> TYPE.decode(ByteBuffer.wrap(bytes))).isInstanceOf(RuntimeException.class);
    }

    @Test
    void aShiftMovesTheEndOfEveryGroup() {
        PermitLedger ledger = granted(granted(PermitLedger.EMPTY, T0, "a"), T0 + TTL / 2, "b");

        PermitLedger earlier = TYPE.shift(ledger, -HOUR);

        assertThat(earlier.held(T0 - HOUR + TTL)).isEqualTo(1);
        assertThat(TYPE.shift(earlier, HOUR)).isEqualTo(ledger);
        assertThat(TYPE.shift(ledger, Long.MIN_VALUE + 1).held(0)).isZero();
    }

    @Test
    void aRecordIsKeptAliveAsLongAsAPermitIsOut() {
        PermitLedger ledger = granted(PermitLedger.EMPTY, T0, "a");

        assertThat(TYPE.isNeeded(TYPE.initial(), T0)).isFalse();
        assertThat(TYPE.isNeeded(ledger, T0 + TTL - 1)).isTrue();
        assertThat(TYPE.isNeeded(ledger, T0 + TTL)).isFalse();
    }
}
