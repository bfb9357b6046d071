package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.engine.config.Globals.Builder;
import dev.firefly.resilience.store.OnFailure;
import java.util.List;
import java.util.OptionalInt;

/** The keys that concern no single instance. */
final class GlobalKeys {
    private static final List<Key<Globals, Builder>> KEYS = List.of(
            Key.of("store.type", ValueType.TEXT, Globals::storeType, (builder, value) -> builder.storeType = value),
            Key.of(
                    "store.prefix",
                    ValueType.TEXT,
                    Globals::storePrefix,
                    (builder, value) -> builder.storePrefix = value),
            Key.of(
                    "store.lock-block-timeout",
                    ValueType.DURATION,
                    Globals::lockBlockTimeout,
                    (builder, value) -> builder.lockBlockTimeout = value),
            Key.of(
                    "store.max-staleness",
                    ValueType.DURATION,
                    Globals::maxStaleness,
                    (builder, value) -> builder.maxStaleness = value),
            Key.of("store.idle-ttl", ValueType.DURATION, Globals::idleTtl, (builder, value) -> builder.idleTtl = value),
            Key.of(
                    "store.on-failure",
                    ValueType.oneOf(OnFailure.values()),
                    Globals::onFailure,
                    (builder, value) -> builder.onFailure = value),
            Key.of(
                    "config.unknown-keys",
                    ValueType.oneOf(Strictness.values()),
                    Globals::unknownKeys,
                    (builder, value) -> builder.unknownKeys = value),
            Key.of(
                    "config.missing-classes",
                    ValueType.oneOf(Strictness.values()),
                    Globals::missingClasses,
                    (builder, value) -> builder.missingClasses = value),
            Key.of(
                    "config.refresh-interval",
                    ValueType.DURATION,
                    Globals::refreshInterval,
                    (builder, value) -> builder.refreshInterval = value),
            Key.of(
                    "interceptor.priority",
                    ValueType.INTEGER,
                    globals -> globals.interceptorPriority().isPresent()
                            ? globals.interceptorPriority().getAsInt()
                            : null,
                    (builder, value) -> builder.interceptorPriority = OptionalInt.of(value)),
            Key.of(
                    "registry.max-dynamic-instances",
                    ValueType.INTEGER,
                    Globals::maxDynamicInstances,
                    (builder, value) -> builder.maxDynamicInstances = value),
            Key.of(
                    "rejections.stack-trace",
                    ValueType.FLAG,
                    Globals::stackTraces,
                    (builder, value) -> builder.stackTraces = value),
            Key.of(
                    "events.cluster",
                    ValueType.FLAG,
                    Globals::clusterEvents,
                    (builder, value) -> builder.clusterEvents = value));

    static final Table<Globals, Builder> TABLE =
            new Table<>(Globals.defaults(), Globals::toBuilder, Builder::build, KEYS);

    private GlobalKeys() {}

    /** Reads them; those in force where the settings cannot work are the defaults. */
    static Globals read(Intake intake) {
        LayerBuilder<Globals, Builder> layer = new LayerBuilder<>(TABLE, intake);
        for (Key<Globals, Builder> key : KEYS) {
            intake.find(Settings.PREFIX + key.name()).ifPresent(setting -> layer.set(key, setting));
        }
        Assembly<Globals, Builder> assembly =
                new Assembly<>(TABLE, key -> List.of(Settings.PREFIX + key), List.of(layer.build()));
        return assembly.build(fault -> intake.add(fault.problem()))
                .map(Resolved::config)
                .orElseGet(() -> {
                    Builder substitute = new Builder();
                    substitute.unknownKeys = assembly.draft().unknownKeys;
                    substitute.missingClasses = assembly.draft().missingClasses;
                    return substitute.build();
                });
    }
}
