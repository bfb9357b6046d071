package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.examples.flakyapi.Scoreboard.Entry;
import dev.firefly.resilience.examples.flakyapi.node.Message;
import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
import dev.firefly.resilience.examples.flakyapi.node.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A run made up for a test; times are in milliseconds from its beginning. */
final class Story {
    static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private final List<Entry> entries = new ArrayList<>();
    private final List<Exchange> exchanges = new ArrayList<>();
    private Duration wellFor = Duration.ofSeconds(20);

    /** Every guard has acted, but for the circuit. */
    static Story acted() {
        return new Story()
                .ended(1_000, "node-1", Outcome.ANSWERED)
                .ended(1_010, "node-2", Outcome.RECOVERED)
                .ended(1_020, "node-3", Outcome.RATE_LIMIT)
                .ended(1_030, "node-1", Outcome.BULKHEAD_FULL)
                .ended(1_540, "node-2", Outcome.TIMEOUT)
                .hungUp("node-2", 1_040, 1_520)
                .ended(1_600, "node-3", Outcome.CIRCUIT_OPEN);
    }

    /** Everything has happened that should, but for calls with that outcome. */
    static Story allWellBut(Outcome missing) {
        Story story = allWell();
        story.entries.removeIf(entry -> entry.is(missing));
        return story;
    }

    /** Everything has happened that should, but for callers who hung up. */
    static Story allWellButHangUps() {
        Story story = allWell();
        story.exchanges.removeIf(Exchange::hungUp);
        return story;
    }

    /** Three nodes; every guard has acted; the circuit opens once, is probed and closes. */
    static Story allWell() {
        return acted().opened(10_000, "node-1")
                .saw(10_003, "node-2", 10_000)
                .saw(10_004, "node-3", 10_000)
                .rejected(10_030, "node-2")
                .halfOpened(13_000, "node-2")
                .called("node-2", 13_002, 13_032)
                .called("node-3", 13_040, 13_070)
                .closed(13_075, "node-3");
    }

    Story opened(long at, String node) {
        return add(Kind.EVENT, at, node, at(at), "CircuitOpened");
    }

    Story halfOpened(long at, String node) {
        return add(Kind.EVENT, at, node, null, "CircuitHalfOpened");
    }

    Story closed(long at, String node) {
        return add(Kind.EVENT, at, node, null, "CircuitClosed");
    }

    Story rejected(long at, String node) {
        return rejected(at, node, ErrorCode.CIRCUIT_OPEN);
    }

    Story rejected(long at, String node, ErrorCode code) {
        return add(Kind.REJECTED, at, node, null, code.name());
    }

    Story ended(long at, String node, Outcome outcome) {
        return add(Kind.CALL, at, node, null, outcome.name());
    }

    Story threw(long at, String node) {
        return add(Kind.BROKEN, at, node, null, "");
    }

    Story saw(long at, String node, long opening) {
        return add(Kind.SAW_OPEN, at, node, at(opening), "");
    }

    Story called(String node, long arrived, long left) {
        return straggled(node, arrived, arrived, left);
    }

    Story straggled(String node, long begun, long arrived, long left) {
        return exchanged(node, begun, arrived, left, false, false);
    }

    Story failed(String node, long arrived, long left) {
        return exchanged(node, arrived, arrived, left, true, false);
    }

    Story hungUp(String node, long arrived, long left) {
        return exchanged(node, arrived, arrived, left, false, true);
    }

    private Story exchanged(String node, long begun, long arrived, long left, boolean failed, boolean hungUp) {
        exchanges.add(new Exchange(node, at(begun), at(arrived), at(left), failed, hungUp));
        return this;
    }

    Story wellFor(Duration duration) {
        wellFor = duration;
        return this;
    }

    /** The run as it stands, ended at 40,000. */
    Run run() {
        return new Run(
                List.of("node-1", "node-2", "node-3"),
                List.copyOf(entries),
                List.copyOf(exchanges),
                new Limits(8, 40, 80, Duration.ofMillis(500)),
                at(40_000),
                wellFor,
                Duration.ofSeconds(5));
    }

    static Instant at(long millis) {
        return BEGIN.plusMillis(millis);
    }

    private Story add(Kind kind, long at, String node, @Nullable Instant opening, String subject) {
        entries.add(new Entry(node, new Message(kind, at(at), opening, subject, "told")));
        return this;
    }
}
