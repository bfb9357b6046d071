package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.examples.flakyapi.Scoreboard.Entry;
import dev.firefly.resilience.examples.flakyapi.node.Message;
import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
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

    /** Three nodes; the circuit opens once, is probed and closes. */
    static Story allWell() {
        return new Story()
                .opened(10_000, "node-1")
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
        return add(Kind.EVENT, at, node, null, "CallRejected");
    }

    Story fellBack(long at, String node) {
        add(Kind.EVENT, at, node, null, "FallbackExecuted");
        return add(Kind.CACHED, at, node, null, "");
    }

    Story succeeded(long at, String node) {
        return add(Kind.LIVE, at, node, null, "");
    }

    Story threw(long at, String node) {
        return add(Kind.BROKEN, at, node, null, "");
    }

    Story saw(long at, String node, long opening) {
        return add(Kind.SAW_OPEN, at, node, at(opening), "");
    }

    Story called(String node, long arrived, long left) {
        exchanges.add(new Exchange(node, at(arrived), at(arrived), at(left), false));
        return this;
    }

    Story straggled(String node, long begun, long arrived, long left) {
        exchanges.add(new Exchange(node, at(begun), at(arrived), at(left), false));
        return this;
    }

    Story failed(String node, long arrived, long left) {
        exchanges.add(new Exchange(node, at(arrived), at(arrived), at(left), true));
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
