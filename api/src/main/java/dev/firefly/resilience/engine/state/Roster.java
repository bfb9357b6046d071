package dev.firefly.resilience.engine.state;

import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Who shares a store; immutable. Each registry enters itself again and again; one that has not for a while, or whose
 * member has left, is not in it any more.
 *
 * @param until for each owner, until when it is taken to be there
 */
record Roster(SortedMap<String, Long> until) {
    /** How often a registry enters itself. */
    static final long PERIOD_NANOS = 10_000_000_000L;
    /** How long it is taken to be there. */
    static final long STAY_NANOS = 3 * PERIOD_NANOS;

    static final StateType<Roster> TYPE = new Type();

    private Roster without(Predicate<Map.Entry<String, Long>> which) {
        SortedMap<String, Long> others = new TreeMap<>(until);
        return others.entrySet().removeIf(which) ? new Roster(others) : this;
    }

    int size() {
        return until.size();
    }

    /** Enters an owner, and strikes off whoever is not there any more. */
    record Enter(String owner) implements Transition<Roster, Boolean> {
        @Override
        public Step<Roster, Boolean> apply(Roster roster, long now) {
            SortedMap<String, Long> next = new TreeMap<>(
                    roster.without(entry -> entry.getValue() <= now || entry.getValue() > now + STAY_NANOS).until);
            next.put(owner, now + STAY_NANOS);
            return new Step<>(new Roster(next), true);
        }

        @Override
        public boolean isRepeatable() {
            return true;
        }
    }

    private static final class Type implements StateType<Roster> {
        private static final int SMALLEST_ENTRY = 8 + 4;

        @Override
        public Roster initial() {
            return new Roster(new TreeMap<>());
        }

        @Override
        public void encode(Roster roster, DataOutput out) throws IOException {
            out.writeInt(roster.size());
            for (Map.Entry<String, Long> entry : roster.until.entrySet()) {
                byte[] owner = entry.getKey().getBytes(StandardCharsets.UTF_8);
                out.writeLong(entry.getValue());
                out.writeInt(owner.length);
                out.write(owner);
            }
        }

        @Override
        public Roster decode(ByteBuffer in) {
            SortedMap<String, Long> until = new TreeMap<>();
            for (int left = StateType.length(in, SMALLEST_ENTRY); left > 0; left--) {
                long end = in.getLong();
                String owner = StateType.text(in, StateType.length(in, 1));
                if (end < 0 || until.put(owner, end) != null) {
                    throw new IllegalArgumentException("an entry until " + end);
                }
            }
            return new Roster(until);
        }

        @Override
        public Roster shift(Roster roster, long nanos) {
            SortedMap<String, Long> moved = new TreeMap<>();
            roster.until.forEach((owner, end) -> moved.put(owner, Math.max(0, end + nanos)));
            return new Roster(moved);
        }

        @Override
        public Roster released(Roster roster, Predicate<String> owners) {
            return roster.without(entry -> owners.test(entry.getKey()));
        }

        @Override
        public Roster alone(Roster roster, String owner, int parts) {
            return roster;
        }

        @Override
        public Roster rejoined(Roster shared, Roster begun, Roster alone, String owner) {
            return shared;
        }

        @Override
        public boolean isNeeded(Roster roster, long now) {
            return false;
        }
    }
}
