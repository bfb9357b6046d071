package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.examples.flakyapi.Scoreboard.Entry;
import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
import dev.firefly.resilience.examples.flakyapi.node.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * All that is known when a run has ended.
 *
 * @param nodes the names of the nodes
 * @param entries what they reported, in the order in which it came in
 * @param exchanges the requests that the API has on record
 * @param limits what the nodes together had to keep to
 * @param end when the nodes were told to end
 * @param wellFor how long the API had been well by then; zero if it was not
 * @param timeToClose how long after that the circuit must be closed
 */
record Run(
        List<String> nodes,
        List<Entry> entries,
        List<Exchange> exchanges,
        Limits limits,
        Instant end,
        Duration wellFor,
        Duration timeToClose) {

    long count(String node, Kind kind) {
        return entries.stream()
                .filter(entry -> entry.node().equals(node) && entry.is(kind))
                .count();
    }

    long count(String node, Outcome outcome) {
        return entries.stream()
                .filter(entry -> entry.node().equals(node) && entry.is(outcome))
                .count();
    }

    /** The requests whose callers hung up before there was an answer. */
    long hungUp() {
        return exchanges.stream().filter(Exchange::hungUp).count();
    }
}
