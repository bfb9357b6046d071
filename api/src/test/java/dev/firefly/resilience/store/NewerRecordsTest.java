package dev.firefly.resilience.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.bulkhead.Bulkhead;
import dev.firefly.resilience.bulkhead.Permit;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.ResilienceException;
import dev.firefly.resilience.ratelimiter.RateLimiter;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An old node beside one that writes records of a newer major version: whatever the old one does, it wipes nothing. */
@Timeout(60)
class NewerRecordsTest {
    private final Map<RecordOf, byte[]> newer = new EnumMap<>(RecordOf.class);

    /** Something that may throw because nothing can be decided. */
    private interface Attempt {
        void run() throws Exception;
    }

    private static void attempt(Attempt call) {
        try {
            call.run();
        } catch (ResilienceException | IOException expected) {
            // the policy says so, what this node has done alone, or the body
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** What a newer version makes of a record of this one. */
    private static byte[] newer(byte[] bytes) {
        byte[] next = bytes.clone();
        next[1] = 2;
        return next;
    }

    private void upgrade(Node node) {
        for (RecordOf record : RecordOf.values()) {
            newer.put(record, newer(node.store.value(record.key)));
            node.store.put(record.key, newer.get(record));
        }
    }

    private void requireUntouched(Node by, String when) {
        newer.forEach((record, bytes) ->
                assertThat(by.store.value(record.key)).as(record + " " + when).isEqualTo(bytes));
    }

    @ParameterizedTest
    @EnumSource
    void anOldNodeBesideANewerOneWipesNothing(OnFailure policy) {
        Node old = new Node(policy);
        Node gone = old.other(policy);
        old.meet(gone);
        Permit held = old.registry.bulkhead("x").acquire();
        gone.registry.bulkhead("x").acquire();
        for (RecordOf record : RecordOf.values()) {
            record.change(old);
        }
        upgrade(old);

        callEverything(old.registry);
        requireUntouched(old, "after all calls");
        held.close();
        old.settle();
        requireUntouched(old, "after a permit of before was given back");
        gone.store.close();
        for (int i = 0; i < 120; i++) {
            old.clock.advance(Duration.ofMillis(250));
        }
        old.settle();
        requireUntouched(old, "after a member has left, and 30 s of upkeep");
        old.clock.advance(Duration.ofHours(25));
        old.settle();
        requireUntouched(old, "after a day without a call");
        old.registry.refresh();
        callEverything(old.registry);
        old.settle();
        requireUntouched(old, "after a refresh");
        old.close();
        requireUntouched(old, "after closing");
        gone.close();
        requireUntouched(old, "after closing the other");
    }

    private static void callEverything(ResilienceRegistry registry) {
        CircuitBreaker breaker = registry.circuitBreaker("x");
        attempt(() -> breaker.call(() -> "passed"));
        attempt(() -> breaker.call(() -> {
            throw new IOException("on purpose");
        }));
        attempt(() -> breaker.permit().recordFailure());
        attempt(breaker::state);
        attempt(breaker::explain);
        attempt(breaker::forceOpen);
        attempt(() -> breaker.open(Duration.ofMinutes(1)));
        attempt(breaker::disable);
        attempt(breaker::close);
        CircuitBreakers byName = registry.circuitBreakers();
        attempt(() -> byName.recordFailure("x"));
        attempt(() -> byName.permit("x").release());
        attempt(() -> byName.close("x"));
        RateLimiter limiter = registry.rateLimiter("x");
        attempt(() -> limiter.tryAcquire(2));
        attempt(limiter::availableTokens);
        Bulkhead bulkhead = registry.bulkhead("x");
        attempt(() -> bulkhead.tryAcquire().ifPresent(Permit::close));
        attempt(bulkhead::acquire);
        attempt(bulkhead::release);
        attempt(bulkhead::availablePermits);
    }

    @Test
    void aNodeThatStartsBesideNewerRecordsWipesNothing() {
        Node former = new Node(OnFailure.LOCAL);
        for (RecordOf record : RecordOf.values()) {
            record.change(former);
        }
        upgrade(former);

        try (Node old = former.other(OnFailure.LOCAL)) {
            callEverything(old.registry);
            old.clock.advance(Duration.ofSeconds(30));
            old.settle();
        }

        requireUntouched(former, "after a whole life");
        former.close();
    }

    @Test
    void healingBringsNothingIntoNewerRecords() {
        ManualClock clock = new ManualClock();
        InMemoryStore larger = new InMemoryStore(clock);
        SplitStore smaller = new SplitStore(new InMemoryStore(clock));
        byte[] bytes = {(byte) 0xF1, 2, 0, 42};
        List<String> keys = List.of(RecordOf.CIRCUIT.key, RecordOf.BUCKET.key, RecordOf.PERMITS.key);
        try (ResilienceRegistry here = Resilience.builder()
                .clock(clock)
                .store(smaller)
                .executor(Runnable::run)
                .settings(Settings.of(Map.of("firefly.resilience.store.lock-block-timeout", "60s"), "test"))
                .build()) {
            here.circuitBreaker("x").forceOpen();
            here.rateLimiter("x").tryAcquire(3);
            here.bulkhead("x").acquire();
            for (String key : keys) {
                larger.withLock(key, Duration.ofSeconds(30), entry -> entry.compareAndReplace(null, bytes));
            }

            smaller.healInto(larger);
            clock.advance(Duration.ofSeconds(30));
            here.bulkhead("x").tryAcquire();
            here.circuitBreaker("behind").forceOpen();
        }

        assertThat(larger.read(keys))
                .allSatisfy((key, value) -> assertThat(value).as(key).isEqualTo(bytes))
                .hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void whatANewerMinorVersionAppendedIsKeptByEveryWrite(RecordOf record) {
        try (Node old = new Node(OnFailure.FAIL)) {
            record.change(old);
            byte[] known = old.store.value(record.key);
            // behind what minor version 1 has appended to circuits: of an epoch, and a number of contributors
            int behind = known.length + (record == RecordOf.CIRCUIT ? Long.BYTES + Integer.BYTES : 0);
            byte[] appended = Arrays.copyOf(known, behind + 3);
            appended[2] = 7;
            appended[behind] = 0x55;
            old.store.put(record.key, appended);

            record.change(old);

            byte[] next = old.store.value(record.key);
            assertThat(next).startsWith(0xF1, 1, 7).endsWith(0x55, 0, 0).isNotEqualTo(appended);
            assertThat(record.isUnused(old)).isEqualTo(record == RecordOf.ROSTER);
        }
    }
}
