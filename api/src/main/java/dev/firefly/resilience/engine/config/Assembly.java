package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings.Setting;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** Puts layers on one another, the weakest first, and builds what comes out. Not thread-safe. */
final class Assembly<C, B> {
    private final Table<C, B> table;
    private final Function<String, List<String>> fullKeys;
    private final Map<String, Setting> origins = new HashMap<>();
    private final Set<String> unreadable = new HashSet<>();
    private final Draft<C, B> draft;
    private final String otherwise;

    /**
     * @param fullKeys the spellings of the full key of each key, the usual one first
     * @param layers what is set, the weakest first
     */
    Assembly(Table<C, B> table, Function<String, List<String>> fullKeys, List<Layer<C, B>> layers) {
        this.table = table;
        this.fullKeys = fullKeys;
        C start = table.defaults();
        int first = 0;
        for (int i = 0; i < layers.size(); i++) {
            if (layers.get(i).whole().isPresent()) {
                start = layers.get(i).whole().get();
                first = i;
            }
        }
        otherwise = layers.get(first).whole().isPresent() ? "code" : "the defaults";
        draft = new Draft<>(start, table.toBuilder().apply(start));
        layers.subList(first, layers.size()).forEach(this::put);
    }

    private void put(Layer<C, B> layer) {
        layer.assignments().forEach(assignment -> {
            assignment.change().effect().accept(draft);
            origins.put(assignment.key(), assignment.origin());
        });
        unreadable.addAll(layer.unreadable());
    }

    /** The builder that holds all values. */
    B draft() {
        return draft.builder();
    }

    /** The config, or what is wrong with it. */
    Optional<Resolved<C>> build(Consumer<Fault> faults) {
        try {
            C config = table.build().apply(draft.builder());
            return Optional.of(new Resolved<>(config, origins, otherwise));
        } catch (ConfigurationException e) {
            causes(e.problems()).stream().map(this::fault).forEach(faults);
            return Optional.empty();
        }
    }

    /** Leaves out what is only said of a key because another one, which is told of anyway, is wrong. */
    private List<Problem> causes(List<Problem> problems) {
        Set<String> wrong = new HashSet<>(unreadable);
        problems.forEach(problem -> wrong.add(problem.key()));
        List<Problem> causes =
                problems.stream().filter(problem -> !follows(problem, wrong)).toList();
        return causes.isEmpty() && unreadable.isEmpty() ? problems : causes;
    }

    private static boolean follows(Problem problem, Set<String> wrong) {
        return Arrays.stream(problem.complaint().split("[^a-z.-]+"))
                .anyMatch(word -> wrong.contains(word) && !word.equals(problem.key()));
    }

    private Fault fault(Problem problem) {
        List<String> spellings = fullKeys.apply(problem.key());
        String usual = spellings.get(0);
        Setting origin = origins.get(problem.key());
        if (origin == null) {
            return new Fault(problem.at(usual, otherwise), Optional.empty());
        }
        Problem atOrigin = problem.at(origin.key(), origin.source());
        return spellings.contains(origin.key())
                ? new Fault(atOrigin, Optional.empty())
                : new Fault(problem.at(usual, origin.source() + " as " + origin.key()), Optional.of(atOrigin));
    }
}
