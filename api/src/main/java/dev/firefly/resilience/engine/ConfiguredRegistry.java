package dev.firefly.resilience.engine;

import dev.firefly.resilience.Pipeline;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.bulkhead.Bulkhead;
import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import dev.firefly.resilience.config.InstanceSettings;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.bulkhead.StoredBulkhead;
import dev.firefly.resilience.engine.circuitbreaker.CircuitGate;
import dev.firefly.resilience.engine.circuitbreaker.NamedCircuits;
import dev.firefly.resilience.engine.circuitbreaker.StoredCircuitBreaker;
import dev.firefly.resilience.engine.config.ConfigurationModel;
import dev.firefly.resilience.engine.fallback.RegistryFallbackHost;
import dev.firefly.resilience.engine.pipeline.PipelineParts;
import dev.firefly.resilience.engine.ratelimiter.StoredRateLimiter;
import dev.firefly.resilience.engine.retry.RetryLoop;
import dev.firefly.resilience.engine.state.CellsFactory;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.Sweeper;
import dev.firefly.resilience.engine.timelimiter.DeadlineWatch;
import dev.firefly.resilience.engine.timelimiter.WatchedTimeLimiter;
import dev.firefly.resilience.event.Events;
import dev.firefly.resilience.fallback.Fallback;
import dev.firefly.resilience.ratelimiter.RateLimiter;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.retry.Retry;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.store.StoreStatus;
import dev.firefly.resilience.timelimiter.TimeLimiter;
import dev.firefly.resilience.timelimiter.TimeLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A registry over a validated configuration. Instances are built on first request. */
public final class ConfiguredRegistry implements ResilienceRegistry {
    private final RegistryAssembly assembly;
    private volatile ConfigurationModel model;
    private final Environment environment;
    private final Resources resources;
    private final NamedCircuits circuits;
    private final Instances<RetryConfig, Retry> retries;
    private final Instances<CircuitBreakerConfig, StoredCircuitBreaker> breakers;
    private final Instances<RateLimiterConfig, RateLimiter> limiters;
    private final Instances<BulkheadConfig, StoredBulkhead> bulkheads;
    private final Instances<TimeLimiterConfig, TimeLimiter> timeLimiters;
    private final DeadlineWatch deadlines;
    private final PipelineParts pipelines;
    private final Object turn = new Object();
    private final AtomicBoolean closed = new AtomicBoolean();

    private ConfiguredRegistry(
            RegistryAssembly assembly, Environment environment, CellsFactory cells, Resources resources) {
        this.assembly = assembly;
        this.model = assembly.model();
        this.environment = environment;
        this.resources = resources;
        this.deadlines = new DeadlineWatch(environment.clock());
        Sweeper sweeper = resources.add(cells.forgetting().sweeper(environment.clock(), this::forgetIdle));
        Instances.Care care =
                new Instances.Care(environment.clock(), cells.forgetting(), turn, () -> sweeper.added(size()));
        this.retries = new Instances<>(
                Pattern.RETRY,
                new Instances.Kind<>(
                        name -> model.retry(name),
                        name -> model.isKnown(Pattern.RETRY, name),
                        (name, config) -> new RetryLoop(name, config, environment),
                        retry -> false),
                care);
        this.breakers = new Instances<>(
                Pattern.CIRCUIT_BREAKER,
                new Instances.Kind<>(
                        name -> assembly.checked(name, model.circuitBreaker(name)),
                        name -> model.isKnown(Pattern.CIRCUIT_BREAKER, name),
                        (name, config) -> new StoredCircuitBreaker(new CircuitGate(name, environment), config),
                        breaker -> false),
                care);
        this.limiters = new Instances<>(
                Pattern.RATE_LIMITER,
                new Instances.Kind<>(
                        name -> model.rateLimiter(name),
                        name -> model.isKnown(Pattern.RATE_LIMITER, name),
                        (name, config) -> new StoredRateLimiter(name, config, environment),
                        limiter -> false),
                care);
        this.bulkheads = new Instances<>(
                Pattern.BULKHEAD,
                new Instances.Kind<>(
                        name -> model.bulkhead(name),
                        name -> model.isKnown(Pattern.BULKHEAD, name),
                        (name, config) -> new StoredBulkhead(name, config, environment),
                        StoredBulkhead::hasHandedOut),
                care);
        this.timeLimiters = new Instances<>(
                Pattern.TIME_LIMITER,
                new Instances.Kind<>(
                        name -> model.timeLimiter(name),
                        name -> model.isKnown(Pattern.TIME_LIMITER, name),
                        (name, config) -> new WatchedTimeLimiter(name, config, environment, deadlines),
                        limiter -> false),
                care);
        this.circuits = new NamedCircuits(breakers::get, this::breakerFor, environment.clock());
        this.pipelines = resources.add(new PipelineParts(this, environment, deadlines, cells));
        Duration interval = model.globals().refreshInterval();
        if (!interval.isZero()) {
            resources
                    .add(new Refresher(this::refresh, interval, environment.clock(), environment.executor()))
                    .start();
        }
    }

    /**
     * Validates the parts, and opens nothing.
     *
     * @throws dev.firefly.resilience.config.ConfigurationException listing all that is wrong
     */
    public static void validate(RegistryParts parts) {
        RegistryAssembly.validated(parts);
    }

    /**
     * Validates the parts, opens the store and starts a registry.
     *
     * @throws dev.firefly.resilience.config.ConfigurationException listing all that is wrong; nothing was started
     */
    public static ConfiguredRegistry start(RegistryParts parts) {
        RegistryAssembly assembly = RegistryAssembly.validated(parts);
        Resources resources = new Resources();
        try {
            Clock clock = assembly.clock(resources);
            CellsFactory cells = assembly.cellsFactory(resources);
            if (!cells.isShared(null)) {
                WithoutEffect.tell(assembly.model());
            }
            return new ConfiguredRegistry(assembly, assembly.environment(cells, clock, resources), cells, resources);
        } catch (RuntimeException | Error failure) {
            resources.close();
            throw failure;
        }
    }

    @Override
    public Retry retry(String name) {
        return retries.get(name);
    }

    @Override
    public CircuitBreaker circuitBreaker(String name) {
        return breakers.get(name);
    }

    private StoredCircuitBreaker breakerFor(String name, CircuitBreakerConfig config) {
        CircuitBreakerConfig checked = assembly.checked(name, config); // before anything is made under the name
        return new StoredCircuitBreaker(new CircuitGate(name, environment), () -> checked);
    }

    @Override
    public RateLimiter rateLimiter(String name) {
        return limiters.get(name);
    }

    @Override
    public Bulkhead bulkhead(String name) {
        return bulkheads.get(name);
    }

    @Override
    public TimeLimiter timeLimiter(String name) {
        return timeLimiters.get(name);
    }

    @Override
    public Pipeline pipeline(String name) {
        return pipelines.empty(name);
    }

    @Override
    public CircuitBreakers circuitBreakers() {
        return circuits;
    }

    @Override
    public <T extends @Nullable Object> Fallback<T> fallback(String name, Fallback<T> fallback) {
        return fallback.boundTo(new RegistryFallbackHost(name, environment));
    }

    /** Lets go of what nobody has asked for any more; returns how many names are left. */
    private int forgetIdle() {
        all().forEach(Instances::forgetIdle);
        return size();
    }

    /** How many instances there are, those included that only others still have. */
    int size() {
        return all().mapToInt(Instances::size).sum();
    }

    /** How many names it keeps state under. */
    int kept() {
        return environment.cells().size();
    }

    private Stream<Instances<?, ?>> all() {
        return Stream.of(retries, breakers, limiters, bulkheads, timeLimiters);
    }

    @Override
    public synchronized void refresh() {
        ConfigurationModel next = assembly.load(); // takes its time, and keeps nobody from building instances
        synchronized (turn) {
            replaceBy(next);
        }
    }

    private void replaceBy(ConfigurationModel next) {
        Problems problems = new Problems();
        List<Runnable> steps = List.of(
                retries.next(next::retry, problems),
                breakers.next(name -> assembly.checked(name, next.circuitBreaker(name)), problems),
                limiters.next(next::rateLimiter, problems),
                bulkheads.next(next::bulkhead, problems),
                timeLimiters.next(next::timeLimiter, problems));
        problems.throwIfAny();
        model = next;
        steps.forEach(Runnable::run);
    }

    @Override
    public List<InstanceSettings> describe() {
        List<InstanceSettings> all = new ArrayList<>();
        describe(all, Pattern.RETRY, retries);
        describe(all, Pattern.CIRCUIT_BREAKER, breakers);
        describe(all, Pattern.RATE_LIMITER, limiters);
        describe(all, Pattern.BULKHEAD, bulkheads);
        describe(all, Pattern.TIME_LIMITER, timeLimiters);
        return List.copyOf(all);
    }

    private void describe(List<InstanceSettings> all, Pattern pattern, Instances<?, ?> instances) {
        ConfigurationModel current = model;
        Set<String> names = new TreeSet<>(current.names(pattern));
        names.addAll(instances.names());
        names.forEach(name -> all.add(current.describe(pattern, name)));
    }

    @Override
    public Events events() {
        return environment.events();
    }

    @Override
    public StoreStatus storeStatus() {
        return environment.cells().status();
    }

    @Override
    public String node() {
        return environment.node();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            resources.close();
        }
    }
}
