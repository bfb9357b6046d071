package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.examples.flakyapi.Scoreboard.Entry;
import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The circuit opened. All processes are on one machine, and so their clocks agree.
 *
 * @param at when, as it is written in the shared record: before that record was there for others to see
 * @param by the node that opened it
 * @param seen for each node that saw it open by looking, how long after that
 * @param rejected for each node that turned a call away, how long after that it did so first
 */
record Opening(Instant at, String by, Map<String, Duration> seen, Map<String, Duration> rejected) {

    /** All openings, the earliest first. */
    static List<Opening> of(List<Entry> entries) {
        List<Entry> opened = entries.stream()
                .filter(entry -> entry.isEvent("CircuitOpened"))
                .sorted(Comparator.comparing(Opening::time))
                .toList();
        return IntStream.range(0, opened.size())
                .mapToObj(
                        i -> of(opened.get(i), i + 1 < opened.size() ? time(opened.get(i + 1)) : Instant.MAX, entries))
                .toList();
    }

    /** Whether the node has noticed, in one way or the other. */
    boolean isKnownTo(String node) {
        return node.equals(by) || seen.containsKey(node) || rejected.containsKey(node);
    }

    private static Instant time(Entry opened) {
        Instant openedAt = opened.message().openedAt();
        return openedAt == null ? opened.message().at() : openedAt;
    }

    private static Opening of(Entry opened, Instant next, List<Entry> entries) {
        Instant at = time(opened);
        Map<String, Duration> seen = new HashMap<>();
        Map<String, Duration> rejected = new HashMap<>();
        for (Entry entry : entries) {
            Instant time = entry.message().at();
            if (entry.is(Kind.SAW_OPEN) && at.equals(entry.message().openedAt())) {
                seen.putIfAbsent(entry.node(), atLeastZero(Duration.between(at, time)));
            } else if (entry.isEvent("CallRejected") && !time.isBefore(at) && time.isBefore(next)) {
                rejected.merge(entry.node(), Duration.between(at, time), Opening::shorter);
            }
        }
        return new Opening(at, opened.node(), Map.copyOf(seen), Map.copyOf(rejected));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** The record counts whole milliseconds of a clock that follows another's. */
    private static Duration atLeastZero(Duration duration) {
        return duration.isNegative() ? Duration.ZERO : duration;
    }
}
