package dev.firefly.resilience.examples.flakyapi;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How the API was called, from its own record.
 *
 * @param atOnce for how many callers it worked at the same time, at most
 * @param atOnceAt when that was
 * @param burst how many requests came beyond the rate, at most: in no span of time did more come than this and the rate
 *     times the span
 * @param burstAt when that span ended
 */
record Traffic(int atOnce, Instant atOnceAt, double burst, Instant burstAt) {

    static Traffic of(List<Exchange> exchanges, Limits limits) {
        Step most = mostAtOnce(exchanges, limits.timeout());
        Level highest = highest(exchanges, limits.rate());
        return new Traffic(most.count, most.at, highest.requests, highest.at);
    }

    /** So many requests at a moment, or more or less from then on. */
    private record Step(Instant at, int count) {}

    private static Step mostAtOnce(List<Exchange> exchanges, Duration timeout) {
        List<Step> steps = new ArrayList<>();
        for (Exchange exchange : exchanges) {
            Instant until = exchange.awaitedUntil(timeout);
            if (exchange.arrived().isBefore(until)) {
                steps.add(new Step(exchange.arrived(), 1));
                steps.add(new Step(until, -1));
            }
        }
        // Who comes when another goes is not there at the same time.
        steps.sort(Comparator.comparing(Step::at).thenComparing(Step::count));
        Step most = new Step(Instant.MIN, 0);
        int count = 0;
        for (Step step : steps) {
            count += step.count;
            most = count > most.count ? new Step(step.at, count) : most;
        }
        return most;
    }

    /** What is in a bucket with a hole, into which each request pours one. */
    private record Level(Instant at, double requests) {}

    private static Level highest(List<Exchange> exchanges, double rate) {
        List<Instant> arrivals =
                exchanges.stream().map(Exchange::arrived).sorted().toList();
        Level highest = new Level(Instant.MIN, 0);
        Level level = new Level(arrivals.isEmpty() ? Instant.MIN : arrivals.get(0), 0);
        for (Instant arrival : arrivals) {
            double gone = Duration.between(level.at, arrival).toNanos() / 1e9 * rate;
            level = new Level(arrival, Math.max(0, level.requests - gone) + 1);
            highest = level.requests > highest.requests ? level : highest;
        }
        return highest;
    }
}
