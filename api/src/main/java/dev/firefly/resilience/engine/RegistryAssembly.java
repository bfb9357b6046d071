package dev.firefly.resilience.engine;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.engine.config.ConfigurationModel;
import dev.firefly.resilience.engine.config.Globals;
import dev.firefly.resilience.engine.state.Cells;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.EventBus;
import dev.firefly.resilience.engine.state.MemoryCells;
import dev.firefly.resilience.engine.state.SharedCells;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.store.ResilienceStoreProvider;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Puts a registry's environment together from validated parts.
 *
 * @param provider opens the store; null when it was given, or when state stays in memory
 */
record RegistryAssembly(
        RegistryParts parts,
        ConfigurationModel model,
        @Nullable ResilienceStoreProvider provider) {

    /** @throws ConfigurationException listing all that is wrong */
    static RegistryAssembly validated(RegistryParts parts) {
        StoreProviders providers = StoreProviders.find(parts.loader());
        Problems problems = new Problems();
        ConfigurationModel model = null;
        try {
            model = ConfigurationModel.load(
                    parts.settings,
                    parts.declarations,
                    parts.retries,
                    parts.circuitBreakers,
                    parts.loader(),
                    providers.keys());
        } catch (ConfigurationException e) {
            e.problems().forEach(problems::add);
        }
        ResilienceStoreProvider provider = parts.store != null ? null : providers.choose(parts.settings, problems);
        if (provider != null) {
            provider.validate(parts.settings, problems);
        }
        if (model != null && (provider != null || parts.store != null)) {
            checkWaits(model, problems);
        }
        problems.throwIfAny();
        return new RegistryAssembly(parts, Objects.requireNonNull(model), provider);
    }

    /** A shared circuit that closes again before everybody has heard of it would not be shared. */
    private static void checkWaits(ConfigurationModel model, Problems problems) {
        Duration staleness = model.globals().maxStaleness();
        model.circuitBreakers().forEach((name, config) -> checkWait(name, config, staleness, problems));
    }

    private static void checkWait(String name, CircuitBreakerConfig config, Duration staleness, Problems problems) {
        problems.require(
                config.waitDurationInOpen().compareTo(staleness) > 0,
                Settings.PREFIX + "circuit-breaker." + name + ".wait-duration-in-open",
                "must be longer than store.max-staleness (" + Durations.format(staleness) + ") on a shared store",
                Durations.format(config.waitDurationInOpen()));
    }

    /**
     * Checks what only shows when an instance is built: whether its settings suit the store.
     *
     * @throws ConfigurationException when they do not
     */
    CircuitBreakerConfig checked(String name, CircuitBreakerConfig config) {
        Problems problems = new Problems();
        if (isShared()) {
            checkWait(name, config, model.globals().maxStaleness(), problems);
        }
        problems.throwIfAny();
        return config;
    }

    private boolean isShared() {
        return provider != null || parts.store != null;
    }

    Environment environment(Resources resources) {
        UUID id = UUID.randomUUID();
        String node = ProcessHandle.current().pid() + "-" + Long.toHexString(id.getLeastSignificantBits() >>> 40);
        Clock clock = parts.clock != null ? parts.clock : resources.add(new SystemClock());
        Executor executor = parts.executor != null ? parts.executor : resources.add(new AsyncExecutor());
        return new Environment(
                node,
                clock,
                parts.random,
                new EventBus(),
                executor,
                model.globals().stackTraces(),
                cells(resources, node, id.getMostSignificantBits(), clock, executor));
    }

    private Cells cells(Resources resources, String node, long writer, Clock clock, Executor executor) {
        Globals globals = model.globals();
        ResilienceStore store = parts.store;
        if (provider != null) {
            ResilienceStoreProvider.Options options =
                    new ResilienceStoreProvider.Options(globals.storePrefix(), globals.idleTtl());
            store = resources.add(provider.open(parts.settings, options));
        }
        if (store == null) {
            return resources.add(new MemoryCells(node, clock));
        }
        SharedCells.Limits limits = new SharedCells.Limits(
                globals.lockBlockTimeout().toNanos(),
                globals.maxStaleness().toNanos(),
                globals.idleTtl().toNanos(),
                globals.stackTraces());
        return resources.add(new SharedCells(store, globals.storePrefix(), node, writer, limits, clock, executor));
    }
}
