package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings.Setting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds what an instance inherits. From the weakest: the default instance, the instance's own code, its bases from the
 * farthest on, its own keys. A base that code names stands below the values of that code, since these were written with
 * it in view.
 *
 * @param lookup finds an instance by name, whether or not it exists
 * @param available the names that could have been meant
 */
record Inheritance<C, B>(Function<String, Instance<C, B>> lookup, Collection<String> available, Intake intake) {

    /** Everything that is set for the instance and what it inherits from, the weakest first. */
    List<Layer<C, B>> layers(Instance<C, B> instance) {
        Deque<Layer<C, B>> layers = new ArrayDeque<>();
        List<Instance<C, B>> chain = chain(instance);
        Collections.reverse(chain);
        for (Instance<C, B> link : chain) {
            if (link.keys().base().isPresent()) {
                layers.addFirst(link.code());
            } else {
                layers.addLast(link.code());
            }
            layers.addLast(link.keys());
        }
        if (!instance.isDefault()) {
            Instance<C, B> root = lookup.apply(Names.DEFAULT);
            layers.addFirst(root.keys());
            layers.addFirst(root.code());
        }
        return List.copyOf(layers);
    }

    /** The instance, its base, the base of that, and so on. */
    private List<Instance<C, B>> chain(Instance<C, B> instance) {
        Map<String, Instance<C, B>> chain = new LinkedHashMap<>();
        Optional<Instance<C, B>> next = Optional.of(instance);
        while (next.isPresent()) {
            Instance<C, B> link = next.get();
            if (chain.putIfAbsent(link.name(), link) != null) {
                complainOfCycle(new ArrayList<>(chain.values()), link);
                break;
            }
            next = link.base().flatMap(setting -> base(link.name(), setting));
        }
        return new ArrayList<>(chain.values());
    }

    private Optional<Instance<C, B>> base(String heir, Setting setting) {
        Instance<C, B> base = lookup.apply(Names.unquoted(setting.value().strip()));
        if (base.exists()) {
            return Optional.of(base);
        }
        List<String> others =
                available.stream().filter(name -> !name.equals(heir)).toList();
        String choice = others.isEmpty() ? ", and there is none" : " (" + Problem.listed(others) + ')';
        Optional<String> guess = Words.nearest(setting.value().strip(), others);
        String complaint = "must name another instance" + choice + ", was " + setting.value()
                + guess.map(near -> "; did you mean " + near + '?').orElse("");
        intake.add(new Problem(setting.key(), complaint, setting.source(), guess.isPresent()));
        return Optional.empty();
    }

    /** Every instance on a cycle, and every one that leads into it, gives the same problem, which is told once. */
    private void complainOfCycle(List<Instance<C, B>> chain, Instance<C, B> again) {
        List<Instance<C, B>> cycle = chain.subList(chain.indexOf(again), chain.size());
        Instance<C, B> first = Collections.min(cycle, (a, b) -> a.name().compareTo(b.name()));
        Collections.rotate(cycle, -cycle.indexOf(first));
        List<String> names = new ArrayList<>(cycle.stream().map(Instance::name).toList());
        names.add(first.name());
        first.base()
                .ifPresent(setting -> intake.add(
                        new Problem(setting.key(), "closes a cycle: " + String.join(" -> ", names), setting.source())));
    }
}
