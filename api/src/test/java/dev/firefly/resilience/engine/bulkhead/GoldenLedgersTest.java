package dev.firefly.resilience.engine.bulkhead;

import static dev.firefly.resilience.engine.bulkhead.Ledgers.SECOND;
import static dev.firefly.resilience.engine.bulkhead.Ledgers.T0;

import dev.firefly.resilience.engine.bulkhead.PermitLedger.Group;
import dev.firefly.resilience.engine.state.GoldenRecords;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GoldenLedgersTest {
    private static final GoldenRecords<PermitLedger> V1_0 = new GoldenRecords<>(new PermitsType(), "permits-1.0");

    private static Map<String, PermitLedger> states() {
        Map<String, PermitLedger> states = new LinkedHashMap<>();
        states.put("never used", PermitLedger.EMPTY);
        states.put("all given back", new PermitLedger(T0 + 1, List.of()));
        states.put(
                "one group, two of three permits out",
                new PermitLedger(T0 + 1, List.of(new Group("node~a1@member", T0, T0 + 64 * SECOND, false, 3, 1))));
        states.put(
                "several groups, one of them renewed, two of one number from parts that could not see each other",
                new PermitLedger(
                        T0 + 10,
                        List.of(
                                new Group("node~a1@member", T0, T0 + 64 * SECOND, false, 1_000, 999),
                                new Group("node~a1@member", T0 + 2, T0 + 72 * SECOND, true, 5, 0),
                                new Group("n\u00f6de~b2@member", T0 + 2, T0 + 72 * SECOND, false, 1, 0),
                                new Group("", T0 + 9, Long.MAX_VALUE, false, 1L << 40, 7))));
        return states;
    }

    @Test
    void recordsOfFormat1_0AreReadForEver() {
        V1_0.requireReadAs(states());
    }

    @Test
    void theBytesThatAreWrittenAreThoseOfTheNewestFormat() {
        V1_0.requireWritten(states());
    }
}
