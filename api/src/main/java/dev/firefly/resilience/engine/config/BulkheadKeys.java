package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.bulkhead.BulkheadConfig.Builder;
import java.util.List;

/** The keys of a bulkhead. */
final class BulkheadKeys {
    private static final List<Key<BulkheadConfig, Builder>> KEYS = List.of(
            Key.of("enabled", ValueType.FLAG, BulkheadConfig::enabled, Builder::enabled),
            Key.of("max-concurrent", ValueType.INTEGER, BulkheadConfig::maxConcurrent, Builder::maxConcurrent),
            Key.of("max-wait", ValueType.DURATION, BulkheadConfig::maxWait, Builder::maxWait),
            Key.of("permit-ttl", ValueType.DURATION, BulkheadConfig::permitTtl, Builder::permitTtl),
            Key.of("permit-renewal", ValueType.FLAG, BulkheadConfig::permitRenewal, Builder::permitRenewal));

    static final Table<BulkheadConfig, Builder> TABLE =
            new Table<>(BulkheadConfig.defaults(), BulkheadConfig::toBuilder, Builder::build, KEYS);

    private BulkheadKeys() {}
}
