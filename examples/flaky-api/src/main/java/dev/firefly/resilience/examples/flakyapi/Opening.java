package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.examples.flakyapi.Scoreboard.Entry;
import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The circuit opened. All processes are on one machine, and so their clocks agree.
 *
 * @param at when, as it is written in the shared record: before that record was there for others to see
 * @param by the node that opened it
 * @param until when it took its next step, whichever that was; {@link Instant#MAX} if it took none
 * @param seen for each node that saw it open by looking, how long after the opening
 * @param rejected for each node in which the circuit turned a call away, how long after the opening it did so first
 */
record Opening(Instant at, String by, Instant until, Map<String, Duration> seen, Map<String, Duration> rejected) {
    /** The store's clock counts whole milliseconds, and a node's idea of it may be off by one or two. */
    private static final Duration CLOCKS_AGREE = Duration.ofMillis(5);

    /** All openings, the earliest first. */
    static List<Opening> of(List<Entry> entries) {
        List<Entry> opened = entries.stream()
                .filter(entry -> entry.isEvent("CircuitOpened"))
                .sorted(Comparator.comparing(Opening::time))
                .toList();
        return opened.stream().map(entry -> of(entry, opened, entries)).toList();
    }

    /** Whether the node noticed in that time, in one way or the other. */
    boolean isKnownTo(String node, Duration within) {
        return node.equals(by)
                || Stream.of(seen.get(node), rejected.get(node))
                        .filter(Objects::nonNull)
                        .anyMatch(duration -> duration.compareTo(within) <= 0);
    }

    /** Whether no request may begin at that moment, if nodes may be so late to notice. */
    boolean rejects(Instant moment, Duration lateness) {
        return moment.isAfter(at.plus(lateness)) && moment.isBefore(until.minus(CLOCKS_AGREE));
    }

    private static Instant time(Entry opened) {
        Instant openedAt = opened.message().openedAt();
        return openedAt == null ? opened.message().at() : openedAt;
    }

    private static Opening of(Entry opened, List<Entry> openings, List<Entry> entries) {
        Instant at = time(opened);
        Instant next = openings.stream()
                .map(Opening::time)
                .filter(at::isBefore)
                .findFirst()
                .orElse(Instant.MAX);
        Map<String, Duration> seen = new HashMap<>();
        Map<String, Duration> rejected = new HashMap<>();
        for (Entry entry : entries) {
            Instant time = entry.message().at();
            if (entry.is(Kind.SAW_OPEN) && at.equals(entry.message().openedAt())) {
                seen.putIfAbsent(entry.node(), atLeastZero(Duration.between(at, time)));
            } else if (entry.isRejection(ErrorCode.CIRCUIT_OPEN) && !time.isBefore(at) && time.isBefore(next)) {
                rejected.merge(entry.node(), Duration.between(at, time), Opening::shorter);
            }
        }
        return new Opening(at, opened.node(), end(at, next, entries), Map.copyOf(seen), Map.copyOf(rejected));
    }

    private static Instant end(Instant at, Instant next, List<Entry> entries) {
        return entries.stream()
                .filter(entry -> entry.isEvent("CircuitHalfOpened") || entry.isEvent("CircuitClosed"))
                .map(entry -> entry.message().at())
                .filter(time -> time.isAfter(at) && time.isBefore(next))
                .min(Instant::compareTo)
                .orElse(next);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** The record counts whole milliseconds of a clock that follows another's. */
    private static Duration atLeastZero(Duration duration) {
        return duration.isNegative() ? Duration.ZERO : duration;
    }
}
