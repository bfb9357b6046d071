package dev.firefly.resilience.engine.state;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GoldenRostersTest {
    private static final GoldenRecords<Roster> V1_0 = new GoldenRecords<>(Roster.TYPE, "registries-1.0");

    private static Map<String, Roster> states() {
        long at = GoldenRecords.AT;
        Map<String, Roster> states = new LinkedHashMap<>();
        states.put("nobody", Roster.TYPE.initial());
        states.put("one registry", new Roster(new TreeMap<>(Map.of("node@member", at + Roster.STAY_NANOS))));
        states.put(
                "three registries, one of them long gone",
                new Roster(new TreeMap<>(Map.of(
                        "a@1", at + Roster.STAY_NANOS, "b@2", at - 5 * Roster.STAY_NANOS, "n\u00f6de@3", at + 7))));
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
