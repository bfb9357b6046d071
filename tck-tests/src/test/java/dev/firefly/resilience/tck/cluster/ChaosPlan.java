package dev.firefly.resilience.tck.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * What is done to a cluster, drawn from a seed; what the cluster makes of it is not.
 *
 * @param seed what to draw from
 * @param faults in their order
 */
record ChaosPlan(long seed, List<Fault> faults) {
    /** What can be done. */
    enum Kind {
        /** A member is killed, and then started anew at its place. */
        KILL,
        /** A member is stopped for a while. */
        STOP,
        /** One more member joins. */
        JOIN,
        /** The network between some and the others is cut for a while; needs one that can be. */
        CUT
    }

    /**
     * One fault.
     *
     * @param kind what is done
     * @param victim to whom, as a number of which the remainder is taken
     * @param before how long the cluster is left alone first
     * @param lasting how long a stopped member is stopped, or the network is cut when both sides have noticed
     */
    record Fault(Kind kind, int victim, Duration before, Duration lasting) {}

    ChaosPlan {
        faults = List.copyOf(faults);
    }

    /** Each kind once and as many more members killed or stopped as are wanted; stopped for so long and up to a second more. */
    static ChaosPlan of(long seed, int more, Duration stopped) {
        Random random = new Random(seed);
        List<Kind> kinds = new ArrayList<>(List.of(Kind.KILL, Kind.STOP, Kind.JOIN));
        for (int i = 0; i < more; i++) {
            kinds.add(random.nextBoolean() ? Kind.KILL : Kind.STOP);
        }
        return of(seed, kinds, stopped, random);
    }

    /** The network is cut, and a member joins before or after that. */
    static ChaosPlan ofCut(long seed, Duration lasting) {
        return of(seed, new ArrayList<>(List.of(Kind.CUT, Kind.JOIN)), lasting, new Random(seed));
    }

    private static ChaosPlan of(long seed, List<Kind> kinds, Duration lasting, Random random) {
        Collections.shuffle(kinds, random);
        return new ChaosPlan(
                seed,
                kinds.stream()
                        .map(kind -> new Fault(
                                kind,
                                random.nextInt(1 << 16),
                                Duration.ofMillis(200 + random.nextInt(1_300)),
                                lasting.plusMillis(random.nextInt(1_000))))
                        .toList());
    }

    /** In short, for the log. */
    @Override
    public String toString() {
        return "seed " + seed + ": "
                + faults.stream().map(fault -> fault.kind().toString()).toList();
    }
}
