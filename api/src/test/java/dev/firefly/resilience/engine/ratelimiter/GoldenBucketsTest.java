package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.engine.state.GoldenRecords;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GoldenBucketsTest {
    private static final GoldenRecords<TokenBucket> V1_0 = new GoldenRecords<>(new BucketType(), "bucket-1.0");

    private static final long AT = GoldenRecords.AT;
    private static final Scale TEN_A_SECOND = new Scale(1, 100_000_000);

    private static Map<String, TokenBucket> states() {
        Map<String, TokenBucket> states = new LinkedHashMap<>();
        states.put("full", TokenBucket.FULL);
        states.put("10 tokens, 10 a second, lacks two and a half", new TokenBucket(AT, 250_000_000, TEN_A_SECOND, 10));
        states.put("the same, empty and owing three to callers", new TokenBucket(AT, 1_300_000_000, TEN_A_SECOND, 10));
        states.put(
                "1,000 tokens, 3 a second, last used a while ago",
                new TokenBucket(AT - 7_000_000_000L, 1_000_000_000, new Scale(3, 1_000_000_000), 1_000));
        states.put("of a capacity that is not known", new TokenBucket(AT, 100_000_000, TEN_A_SECOND, 0));
        states.put(
                "the largest numbers",
                new TokenBucket(AT, Scale.MOST_UNITS, new Scale(1L << 61, 1L << 61), Integer.MAX_VALUE));
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
