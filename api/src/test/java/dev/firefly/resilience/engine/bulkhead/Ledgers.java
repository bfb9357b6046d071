package dev.firefly.resilience.engine.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.engine.bulkhead.Grant.Granted;
import dev.firefly.resilience.engine.state.Step;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;

/** Short words for what tests do with ledgers. */
final class Ledgers {
    static final long SECOND = 1_000_000_000;
    /** A round time at which no group happens to end. */
    static final long T0 = 1_700_000_000 * SECOND;

    static final long TTL = 8 * SECOND;

    private Ledgers() {}

    static Rules rules(int maxConcurrent, long ttl, boolean renewal) {
        return Rules.of(
                BulkheadConfig.builder()
                        .maxConcurrent(maxConcurrent)
                        .permitTtl(Duration.ofNanos(ttl))
                        .permitRenewal(renewal)
                        .build(),
                1);
    }

    static Step<PermitLedger, Optional<Granted>> grant(PermitLedger ledger, long now, String owner, int limit) {
        return new Grant(owner, rules(limit, TTL, false)).apply(ledger, now);
    }

    /** With a permit more, which must be free. */
    static PermitLedger granted(PermitLedger ledger, long now, String owner) {
        return granted(ledger, now, owner, rules(Integer.MAX_VALUE, TTL, false));
    }

    static PermitLedger granted(PermitLedger ledger, long now, String owner, Rules rules) {
        Step<PermitLedger, Optional<Granted>> step = new Grant(owner, rules).apply(ledger, now);
        assertThat(step.answer()).isPresent();
        return step.state();
    }

    static byte[] encoded(PermitLedger ledger) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            new PermitsType().encode(ledger, new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
