package dev.firefly.resilience.engine.pipeline;

import dev.firefly.resilience.Pipeline;
import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.engine.state.FaultyStore;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A registry on a clock of its own, with all events it has announced. */
final class Scene implements AutoCloseable {
    /** Where state is kept. */
    enum Place {
        MEMORY,
        STORE
    }

    /** Nobody is to give up because the machine is busy. */
    static final Settings PATIENT = Settings.of(Map.of("firefly.resilience.store.lock-block-timeout", "60s"), "test");

    final ManualClock clock = new ManualClock();
    final FaultyStore store = new FaultyStore(clock);
    final ResilienceRegistry registry;
    final List<ResilienceEvent> events = new CopyOnWriteArrayList<>();

    Scene(Place place) {
        this(place, builder -> builder);
    }

    Scene(Place place, UnaryOperator<Resilience.Builder> parts) {
        Resilience.Builder builder = Resilience.builder()
                .settings(PATIENT)
                .clock(clock)
                .random(() -> 0.5)
                .executor(Runnable::run);
        registry = parts.apply(place == Place.STORE ? builder.store(store) : builder)
                .build();
        registry.events().subscribe(ResilienceEvent.class, events::add);
    }

    /** An empty pipeline. */
    Pipeline pipeline(String name) {
        return registry.pipeline(name);
    }

    /** The one pattern of that type among the pipeline's. */
    static <G extends Guard> G the(Class<G> type, List<Guard> guards) {
        return guards.stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElseThrow();
    }

    static CircuitBreaker circuit(Pipeline pipeline) {
        return the(CircuitBreaker.class, pipeline.guards());
    }

    /** The events of one type so far. */
    <E> List<E> events(Class<E> type) {
        return of(type, events);
    }

    static <E> List<E> of(Class<E> type, List<ResilienceEvent> events) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Override
    public void close() {
        registry.close();
    }

    /** A body that fails, or returns, and counts its calls. */
    static final class Body implements CheckedCallable<@Nullable String, Exception> {
        final AtomicInteger calls = new AtomicInteger();
        private final @Nullable Exception failure;

        private Body(@Nullable Exception failure) {
            this.failure = failure;
        }

        static Body failing(Exception failure) {
            return new Body(failure);
        }

        static Body returning() {
            return new Body(null);
        }

        @Override
        public String call() throws Exception {
            calls.incrementAndGet();
            if (failure != null) {
                throw failure;
            }
            return "done";
        }
    }
}
