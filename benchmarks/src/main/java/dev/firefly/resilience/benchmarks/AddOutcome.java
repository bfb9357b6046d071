package dev.firefly.resilience.benchmarks;

import com.hazelcast.map.EntryProcessor;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Changes the record where it lives, and its copy on the other member. Every member needs this very class.
 *
 * @param failed the outcome
 * @param millis when, on the cluster's clock
 */
record AddOutcome(boolean failed, long millis) implements EntryProcessor<String, byte[], Long> {
    @Override
    public Long process(Map.Entry<String, byte[]> entry) {
        byte[] next = PeerRecord.next(entry.getValue(), failed, TimeUnit.MILLISECONDS.toNanos(millis));
        entry.setValue(next);
        return PeerRecord.revision(next);
    }
}
