package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.examples.flakyapi.node.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Keeps what happens readable: of events, the first of each kind in a turn is news; calls are counted, and told in one
 * line every two seconds. Thread-safe.
 */
final class Fold {
    private static final Duration WIDTH = Duration.ofSeconds(2);

    private final Set<String> known = new HashSet<>();
    private final Map<Outcome, Integer> calls = new EnumMap<>(Outcome.class);
    private Instant due = Instant.MAX;
    private boolean begun;

    /** Whether there was no event of that kind in this turn; before the first turn nothing is news. */
    synchronized boolean isNews(String kind) {
        return begun && known.add(kind);
    }

    /** Begins a turn, in which everything is news. */
    synchronized void turn() {
        begun = true;
        known.clear();
    }

    /** Counts a call. */
    synchronized void count(Outcome outcome, Instant at) {
        if (calls.isEmpty()) {
            due = at.plus(WIDTH);
        }
        calls.merge(outcome, 1, Integer::sum);
    }

    /** The calls counted, if they are due: {@code 64 answered (3 after a retry), 20 by the fallback (20 timeout)}. */
    synchronized Optional<String> take(Instant now) {
        if (calls.isEmpty() || now.isBefore(due)) {
            return Optional.empty();
        }
        String text = sum(Outcome::isAnswer) + " answered" + list(outcome -> outcome == Outcome.RECOVERED) + ", "
                + sum(outcome -> !outcome.isAnswer()) + " by the fallback" + list(outcome -> !outcome.isAnswer());
        calls.clear();
        return Optional.of(text);
    }

    private int sum(Predicate<Outcome> which) {
        return calls.entrySet().stream()
                .filter(entry -> which.test(entry.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    private String list(Predicate<Outcome> which) {
        String list = calls.entrySet().stream()
                .filter(entry -> which.test(entry.getKey()))
                .map(entry -> entry.getValue() + " " + entry.getKey().label())
                .collect(Collectors.joining(", "));
        return list.isEmpty() ? "" : " (" + list + ')';
    }
}
