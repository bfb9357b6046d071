package dev.firefly.resilience.engine;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.circuitbreaker.SharedWait;
import dev.firefly.resilience.engine.config.ConfigurationModel;
import dev.firefly.resilience.engine.config.Globals;
import dev.firefly.resilience.engine.config.Names;
import dev.firefly.resilience.engine.state.CellsFactory;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.EventBus;
import dev.firefly.resilience.engine.state.Forgetting;
import dev.firefly.resilience.engine.state.SharedCells;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.store.ResilienceStoreProvider;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Puts a registry's environment together from validated parts.
 *
 * @param providers the kinds of store there are
 * @param choice the store to open; null when it was given, or when state stays in memory
 */
record RegistryAssembly(
        RegistryParts parts,
        ConfigurationModel model,
        StoreProviders providers,
        @Nullable StoreChoice choice) {

    /** @throws ConfigurationException listing all that is wrong */
    static RegistryAssembly validated(RegistryParts parts) {
        StoreProviders providers = StoreProviders.find(parts.loader());
        Problems problems = new Problems();
        ConfigurationModel model = null;
        try {
            model = load(parts, providers);
        } catch (ConfigurationException e) {
            e.problems().forEach(problems::add);
        }
        StoreChoice choice = StoreChoice.of(providers, parts, problems);
        if (model != null && (choice != null || parts.store != null)) {
            checkWaits(model, problems);
        }
        problems.throwIfAny();
        return new RegistryAssembly(parts, Objects.requireNonNull(model), providers, choice);
    }

    private static ConfigurationModel load(RegistryParts parts, StoreProviders providers) {
        return ConfigurationModel.load(
                parts.settings, parts.declarations, parts.inCode, parts.loader(), providers.keys());
    }

    /**
     * Reads the configuration again.
     *
     * @throws ConfigurationException listing all that is wrong
     */
    ConfigurationModel load() {
        ConfigurationModel next = load(parts, providers);
        Problems problems = new Problems();
        if (isShared()) {
            checkWaits(next, problems);
        }
        problems.throwIfAny();
        return next;
    }

    private boolean isShared() {
        return choice != null || parts.store != null;
    }

    private static void checkWaits(ConfigurationModel model, Problems problems) {
        model.circuitBreakers().forEach((name, config) -> checkWait(name, config, model.globals(), problems));
    }

    private static void checkWait(String name, CircuitBreakerConfig config, Globals globals, Problems problems) {
        String prefix = Settings.PREFIX + Pattern.CIRCUIT_BREAKER.key() + '.' + name + '.';
        SharedWait.check(prefix, config, globals.maxStaleness(), problems);
    }

    /**
     * Checks what only shows when an instance is built: whether there may be such a name, and its settings suit the store.
     *
     * @throws ConfigurationException when they do not
     */
    CircuitBreakerConfig checked(String name, CircuitBreakerConfig config) {
        Problems problems = new Problems();
        Names.problem(Pattern.CIRCUIT_BREAKER, name, "code").ifPresent(problems::add);
        if (isShared()) {
            checkWait(name, config, model.globals(), problems);
        }
        problems.throwIfAny();
        return config;
    }

    /** What all instances are given; opens what of it was not given. */
    Environment environment(CellsFactory factory, Clock clock, Resources resources) {
        EventBus events = new EventBus();
        return new Environment(
                factory.node(),
                clock,
                parts.random,
                events,
                parts.context != null ? new CapturingExecutor(factory.executor(), parts.context) : factory.executor(),
                model.globals().stackTraces(),
                resources.add(factory.open(null, clock, events)),
                model.globals().clusterEvents() ? events : null);
    }

    Clock clock(Resources resources) {
        return parts.clock != null ? parts.clock : resources.add(new SystemClock());
    }

    /** How cells are made; opens the store, if there is one to be opened. */
    CellsFactory cellsFactory(Resources resources) {
        Globals globals = model.globals();
        Executor executor = parts.executor != null ? parts.executor : resources.add(new AsyncExecutor());
        SharedCells.Limits limits = new SharedCells.Limits(
                globals.lockBlockTimeout().toNanos(),
                globals.maxStaleness().toNanos(),
                globals.idleTtl().toNanos(),
                globals.stackTraces(),
                globals.onFailure());
        Forgetting forgetting = new Forgetting(globals.idleTtl().toNanos(), globals.maxDynamicInstances(), executor);
        return new CellsFactory(nodeName(), executor, globals.storePrefix(), limits, forgetting, store(resources));
    }

    private static String nodeName() {
        long id = UUID.randomUUID().getLeastSignificantBits();
        return ProcessHandle.current().pid() + "-" + Long.toHexString(id >>> 40);
    }

    private @Nullable ResilienceStore store(Resources resources) {
        if (choice == null) {
            return parts.store;
        }
        Globals globals = model.globals();
        return resources.add(choice.open(
                parts.settings, new ResilienceStoreProvider.Options(globals.storePrefix(), globals.idleTtl())));
    }
}
