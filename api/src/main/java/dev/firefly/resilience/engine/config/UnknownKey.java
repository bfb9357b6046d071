package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Pattern;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Says of a key that does not exist what may have been meant, and what there is.
 *
 * @param complaint to be read after the key
 * @param remedied whether it says what to do
 */
record UnknownKey(String complaint, boolean remedied) {
    /** A store declares its keys itself, so without its jar they are unknown. */
    private static final String HAZELCAST = "hazelcast.";

    /** The complaint about a key of an instance. */
    static UnknownKey ofInstance(Pattern pattern, String name, String key, Set<String> known) {
        Optional<String> guess = Words.nearest(key, known).map(near -> pattern.key() + '.' + name + '.' + near);
        return complaint(guess, " of " + pattern.key(), known);
    }

    /** The complaint about a key that stands directly below a pattern, where the name of an instance is missing. */
    static UnknownKey withoutInstance(Pattern pattern, String key, Set<String> known) {
        return ofInstance(pattern, Names.DEFAULT, key, known);
    }

    /**
     * The complaint about any other key.
     *
     * @param rest the key without the common prefix
     * @param globals the keys that would have been known
     */
    static UnknownKey ofNoPattern(String rest, Set<String> globals) {
        if (rest.startsWith(HAZELCAST) && globals.stream().noneMatch(key -> key.startsWith(HAZELCAST))) {
            return new UnknownKey(
                    "is a key of the Hazelcast store, which is not there: add firefly-resilience-hazelcast to the"
                            + " application, or remove the key",
                    true);
        }
        Set<String> known = new TreeSet<>(globals);
        Keys.TABLES.keySet().forEach(pattern -> known.add(pattern.key() + ".<name>.<key>"));
        return complaint(guess(rest, globals), "", known);
    }

    Problem problem(String fullKey, String source) {
        return new Problem(fullKey, complaint, source, remedied);
    }

    private static Optional<String> guess(String rest, Set<String> globals) {
        List<String> segments = Arrays.asList(rest.split("\\.", -1));
        String first = segments.get(0);
        boolean ofOtherPattern = Arrays.stream(Pattern.values())
                .anyMatch(pattern -> pattern.key().equals(first));
        if (ofOtherPattern) {
            return Optional.empty();
        }
        return misspeltPattern(segments).or(() -> Words.nearest(rest, globals)).or(() -> missingPattern(segments));
    }

    private static Optional<String> misspeltPattern(List<String> segments) {
        if (segments.size() < 2) {
            return Optional.empty();
        }
        String name = segments.size() == 2 ? Names.DEFAULT + '.' : "";
        String rest = name + String.join(".", segments.subList(1, segments.size()));
        Collection<String> patterns =
                Keys.TABLES.keySet().stream().map(Pattern::key).toList();
        return Words.nearest(segments.get(0), patterns).map(pattern -> pattern + '.' + rest);
    }

    private static Optional<String> missingPattern(List<String> segments) {
        int last = segments.size() - 1;
        String name = last == 0 ? Names.DEFAULT : String.join(".", segments.subList(0, last));
        return Keys.TABLES.entrySet().stream()
                .filter(entry -> entry.getValue().names().contains(segments.get(last)))
                .map(Map.Entry::getKey)
                .map(pattern -> pattern.key() + '.' + name + '.' + segments.get(last))
                .findFirst();
    }

    private static UnknownKey complaint(Optional<String> guess, String what, Set<String> known) {
        String list = " keys" + what + " are " + String.join(", ", known);
        String complaint = guess.map(key -> "does not exist, did you mean " + Settings.PREFIX + key + "? The" + list)
                .orElse("does not exist; the" + list);
        return new UnknownKey(complaint, guess.isPresent());
    }
}
