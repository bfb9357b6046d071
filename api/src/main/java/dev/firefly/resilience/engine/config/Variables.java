package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.core.Pattern;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Environment variables, whose names hold less than the keys they answer for. */
final class Variables {
    private Variables() {}

    /** A problem for each variable that would answer for more than one of the names. */
    static List<Problem> ambiguous(
            Pattern pattern, Collection<String> names, Collection<String> keys, Set<String> variables) {
        if (variables.isEmpty()) {
            return List.of();
        }
        // Upper and lower case are looked up alike, some implementations take any mixture.
        Map<String, String> spelt = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        variables.forEach(variable -> spelt.put(variable, variable));
        Map<String, Set<String>> claims = new TreeMap<>();
        for (String name : names) {
            keys.stream()
                    .flatMap(key -> Names.fullKeys(pattern, name, key).stream())
                    .map(Variables::of)
                    .filter(spelt::containsKey)
                    .map(spelt::get)
                    .forEach(variable -> claims.computeIfAbsent(variable, ignored -> new TreeSet<>())
                            .add(name));
        }
        return claims.entrySet().stream()
                .filter(claim -> claim.getValue().size() > 1)
                .map(claim -> problem(pattern, claim.getKey(), claim.getValue()))
                .toList();
    }

    /** The variable that answers for a key, as MicroProfile Config says, in whatever case. */
    private static String of(String fullKey) {
        return fullKey.replaceAll("[^a-zA-Z0-9]", "_");
    }

    private static Problem problem(Pattern pattern, String variable, Set<String> names) {
        String complaint = "is ambiguous: it stands for the " + pattern.key() + " instances "
                + String.join(" and ", names) + "; rename one of them, or unset the variable";
        return Problem.withRemedy(variable, complaint, "the environment");
    }
}
