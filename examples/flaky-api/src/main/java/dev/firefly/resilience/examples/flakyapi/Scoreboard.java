package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.examples.flakyapi.node.Message;
import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
import dev.firefly.resilience.examples.flakyapi.node.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Takes down what the nodes report. Thread-safe. */
final class Scoreboard {
    private final List<Entry> entries = new ArrayList<>();

    /**
     * A message and whose it is.
     *
     * @param node who sent it
     * @param message what it says
     */
    record Entry(String node, Message message) {
        boolean is(Kind kind) {
            return message.kind() == kind;
        }

        boolean is(Outcome outcome) {
            return is(Kind.CALL) && message.subject().equals(outcome.name());
        }

        boolean isEvent(String name) {
            return is(Kind.EVENT) && message.subject().equals(name);
        }

        boolean isRejection(ErrorCode code) {
            return is(Kind.REJECTED) && message.subject().equals(code.name());
        }
    }

    synchronized void add(String node, Message message) {
        entries.add(new Entry(node, message));
    }

    /** All so far, in the order in which they came in. */
    synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** How many calls were answered. */
    synchronized long answered() {
        return entries.stream()
                .filter(entry -> entry.is(Outcome.ANSWERED) || entry.is(Outcome.RECOVERED))
                .count();
    }

    /** How many messages of a kind came in. */
    synchronized long count(Kind kind) {
        return entries.stream().filter(entry -> entry.is(kind)).count();
    }
}
