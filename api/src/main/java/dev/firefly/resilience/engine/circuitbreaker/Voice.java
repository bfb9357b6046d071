package dev.firefly.resilience.engine.circuitbreaker;

/**
 * In whose name an outcome is recorded, and how many owners of bad ones it takes to open the circuit.
 *
 * @param owner this registry
 * @param needed the quorum, or as many registries as there are if they are fewer
 * @param kept how many owners the record has to remember for this node; it remembers more where others need them
 */
record Voice(String owner, int needed, int kept) {
    /** Where it does not matter who has failed. */
    static final Voice NONE = new Voice("", 1, 0);

    Contributors heard(Contributors before, Outcome outcome, int times, OutcomeWindow window, long now) {
        Contributors aged = before.pushed(times, window, now);
        return kept > 0 && (outcome.failed || outcome.slow)
                ? aged.with(owner, now, Math.max(kept, aged.list().size()))
                : aged;
    }

    boolean isEnough(Contributors contributors, Rules rules, long now) {
        return needed <= 1 || contributors.count(rules, now) >= needed;
    }
}
