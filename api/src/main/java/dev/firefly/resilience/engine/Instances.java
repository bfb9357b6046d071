package dev.firefly.resilience.engine;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.state.Forgetting;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/*
 * The instances of one pattern, each built at the first request for its name, and the settings they live under, which can
 * be replaced while they live. Thread-safe; to build, to replace and to let go are each other's turn, across all that share
 * one.
 *
 * Names that are configured are kept for good. All others stand in a line, and whoever has not been asked for since the
 * last look at it, and for long enough, is let go: the table then refers to it weakly, so that it is the instance of its
 * name for as long as anybody still has it, and gone after that. A request says only that there was one; the time is put
 * down by whoever looks.
 */
final class Instances<C, G> {
    /** How many instances are looked at for each one that is built beyond the most there may be. */
    private static final int LOOKS = 4;

    private final Pattern pattern;
    private final Kind<C, G> kind;
    private final Care care;
    private final Map<String, Built<C, G>> built = new ConcurrentHashMap<>();
    /** Under the turn: those that are held here though they are not configured, those looked at last at the end. */
    private final Deque<Built<C, G>> dynamic = new ArrayDeque<>();

    /** Under the turn: those that were let go, and may still be with somebody, or here again. */
    private final Deque<Built<C, G>> letGo = new ArrayDeque<>();

    /**
     * What is to be known of a pattern.
     *
     * @param settings the settings of a name now in force; throws where there are none
     * @param isConfigured whether a name is to be kept for good
     * @param maker builds an instance
     * @param isNeeded whether an instance has something that another one of its name would not
     */
    record Kind<C, G>(
            Function<String, C> settings,
            Predicate<String> isConfigured,
            BiFunction<String, Supplier<C>, G> maker,
            Predicate<G> isNeeded) {}

    /**
     * What the instances of all patterns have in common.
     *
     * @param turn whoever holds its monitor is the only one to build, replace or let go
     * @param onBuilt runs after one was built, outside of that turn
     */
    record Care(Clock clock, Forgetting forgetting, Object turn, Runnable onBuilt) {}

    /** The settings of an instance. */
    private static final class InForce<C> {
        private volatile C settings;

        InForce(C settings) {
            this.settings = settings;
        }

        C settings() {
            return settings;
        }
    }

    /** An instance with its settings. */
    private static final class Built<C, G> extends WeakReference<G> {
        private final String name;
        private final InForce<C> inForce;
        /** Null once it has been let go. */
        private volatile @Nullable G held;
        /** Whether it was asked for since the last look. */
        private volatile boolean used;

        private long usedNanos;

        Built(String name, InForce<C> inForce, G instance) {
            super(instance);
            this.name = name;
            this.inForce = inForce;
        }

        /** Whether nobody has it any more. Not by {@code get()}, which would keep it for another collection. */
        boolean isGone() {
            return refersTo(null);
        }
    }

    Instances(Pattern pattern, Kind<C, G> kind, Care care) {
        this.pattern = pattern;
        this.kind = kind;
        this.care = care;
    }

    /** The instance of that name. */
    G get(String name) {
        Built<C, G> known = built.get(name);
        G instance = known == null ? null : known.held;
        if (known == null || instance == null) {
            instance = build(name);
            care.onBuilt.run();
        } else if (!known.used) {
            known.used = true;
        }
        return instance;
    }

    private G build(String name) {
        synchronized (care.turn) {
            Built<C, G> known = built.get(name);
            G instance = known == null ? null : known.get();
            if (known == null || instance == null) {
                InForce<C> inForce = new InForce<>(kind.settings.apply(name));
                instance = kind.maker.apply(name, inForce::settings);
                known = new Built<>(name, inForce, instance);
                built.put(name, known);
            }
            if (known.held == null) {
                hold(known, instance, care.clock.nanos());
            }
            return instance;
        }
    }

    private void hold(Built<C, G> one, G instance, long nowNanos) {
        one.held = instance;
        one.usedNanos = nowNanos;
        one.used = kind.isConfigured.test(one.name);
        if (!one.used) {
            int most = care.forgetting.most();
            if (dynamic.size() >= most) {
                care.forgetting.tellCrowded(pattern, one.name);
                for (int i = 0; i < LOOKS && dynamic.size() >= most; i++) {
                    look(nowNanos, 0);
                }
            }
            dynamic.addLast(one);
        }
        for (int i = 0; i < LOOKS; i++) {
            lookBehind();
        }
    }

    /** Looks at the first in the line, which is let go, or goes to its end. */
    private void look(long nowNanos, long idleNanos) {
        Built<C, G> first = dynamic.pollFirst();
        if (first != null && !isLetGo(first, nowNanos, idleNanos)) {
            dynamic.addLast(first);
        }
    }

    private boolean isLetGo(Built<C, G> one, long nowNanos, long idleNanos) {
        if (one.used) {
            one.used = false;
            one.usedNanos = nowNanos;
            return false;
        }
        G instance = one.held;
        if (nowNanos - one.usedNanos < idleNanos
                || instance != null && kind.isNeeded.test(instance)
                || kind.isConfigured.test(one.name)) {
            return false;
        }
        one.held = null;
        letGo.addLast(one);
        return true;
    }

    /** Looks at the first that was let go, which is removed if nobody has it any more. */
    private void lookBehind() {
        Built<C, G> first = letGo.pollFirst();
        if (first != null && first.isGone()) {
            built.remove(first.name, first);
        } else if (first != null && first.held == null) {
            letGo.addLast(first);
        }
    }

    /** Lets go of whatever has been idle for long enough, and removes what nobody has any more. */
    void forgetIdle() {
        long now = care.clock.nanos();
        forEach(letGo, this::lookBehind);
        forEach(dynamic, () -> look(now, care.forgetting.idleNanos()));
    }

    /** Each in a turn of its own: others may want to build. */
    private void forEach(Deque<?> line, Runnable action) {
        int count;
        synchronized (care.turn) {
            count = line.size();
        }
        for (int i = 0; i < count; i++) {
            synchronized (care.turn) {
                action.run();
            }
        }
    }

    /** How many names there are, those included that somebody else may still have. */
    int size() {
        return built.size();
    }

    /** The names of all that have been built, and not been let go since: for those there may be no settings any more. */
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        built.forEach((name, one) -> {
            if (one.held != null) {
                names.add(name);
            }
        });
        return names;
    }

    private Map<String, Built<C, G>> living() {
        Map<String, Built<C, G>> living = new TreeMap<>(built);
        living.values().removeIf(Built::isGone);
        return living;
    }

    /**
     * Finds the next settings for all that have been built; what is wrong with them is noted as a problem. Whoever was let
     * go keeps its settings instead: only the garbage collector knows whether anybody still has it, and when it looks is no
     * reason for a refresh to fail. To be called by whoever has the turn, and keeps it until the result has run: what was
     * built in between would miss it.
     *
     * @return puts them into force; what has not changed stays the same object
     */
    Runnable next(Function<String, C> next, Problems problems) {
        Map<InForce<C>, C> found = new HashMap<>();
        living().forEach((name, one) -> lookUp(name, next, one.held == null ? new Problems() : problems)
                .ifPresent(config -> {
                    if (!config.equals(one.inForce.settings)) {
                        found.put(one.inForce, config);
                    }
                }));
        return () -> found.forEach((one, config) -> one.settings = config);
    }

    private static <C> Optional<C> lookUp(String name, Function<String, C> next, Problems problems) {
        try {
            return Optional.of(next.apply(name));
        } catch (ConfigurationException e) {
            e.problems().forEach(problems::add);
            return Optional.empty();
        }
    }
}
