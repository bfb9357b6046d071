package dev.firefly.resilience.tck.cluster;

import java.util.List;
import java.util.Map;

/**
 * What became of the updates of one pattern.
 *
 * @param acknowledged somebody was told that they had been made
 * @param lost of these, how many are not in the records
 * @param doubtful nobody was told whether they had been made
 * @param excess are in the records without anybody having been told; they should be some of the doubtful ones
 */
record Tally(int acknowledged, int lost, int doubtful, int excess) {
    /**
     * Compares what the ledgers say with what the records do.
     *
     * @param pattern how the names begin
     * @param unfinished how many updates may have been under way on nodes that were killed
     */
    static Tally of(String pattern, List<Ledger> ledgers, Map<String, Integer> counted, int unfinished) {
        int acknowledged = 0;
        int lost = 0;
        int excess = 0;
        int doubtful = unfinished;
        for (Map.Entry<String, Integer> record : counted.entrySet()) {
            String name = record.getKey();
            if (name.startsWith(pattern)) {
                int told = ledgers.stream()
                        .mapToInt(ledger -> ledger.acknowledged(name))
                        .sum();
                acknowledged += told;
                doubtful += ledgers.stream()
                        .mapToInt(ledger -> ledger.doubtful(name))
                        .sum();
                lost += Math.max(0, told - record.getValue());
                excess += Math.max(0, record.getValue() - told);
            }
        }
        return new Tally(acknowledged, lost, doubtful, excess);
    }
}
