package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.examples.flakyapi.Screen.Style;
import dev.firefly.resilience.examples.flakyapi.node.Message;
import dev.firefly.resilience.examples.flakyapi.node.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Tells live what happens. Thread-safe. */
final class Commentary implements NodeProcess.Listener {
    private final DemoOptions options;
    private final FlakyApi api;
    private final Screen screen;
    private final Scoreboard scoreboard;
    private final Fold fold = new Fold();
    private final Sightings sightings;
    private final Progress progress;
    private long turn = -1;
    private volatile boolean silent;

    Commentary(DemoOptions options, FlakyApi api, Screen screen, Scoreboard scoreboard) {
        this.options = options;
        this.api = api;
        this.screen = screen;
        this.scoreboard = scoreboard;
        this.sightings = new Sightings(Nodes.names(options.nodes()));
        this.progress = new Progress(options, scoreboard, screen);
    }

    void introduce(Limits limits) {
        String most = String.format(
                Locale.ROOT,
                "%.0f requests/s, after a pause %d at once; %d at a time; %s for each",
                limits.rate(),
                limits.burst(),
                limits.atOnce(),
                Durations.format(limits.timeout()));
        screen.print(screen.styled(
                        "Firefly Resilience: one flaky API, " + options.nodes()
                                + " nodes, six guards with one state for all of them.",
                        Style.BOLD)
                + "\n\n  API     " + api.uri() + ", in another mood every " + Durations.format(options.period())
                + "\n  nodes   " + options.nodes() + " JVMs, one Hazelcast cluster on loopback, " + options.rate()
                + " calls/s in all"
                + "\n  guards  @Fallback @Retry @CircuitBreaker @RateLimiter @Bulkhead @TimeLimiter"
                + "\n  limits  of all nodes together: " + most
                + "\n  time    " + options.duration().toSeconds() + " s; Ctrl-C ends it before\n");
    }

    @Override
    public void message(String node, Message message) {
        scoreboard.add(node, message);
        turn(message.at());
        switch (message.kind()) {
            case READY -> screen.line(message.at(), node, "is ready, " + message.text(), Style.PLAIN);
            case CALL -> fold.count(Outcome.valueOf(message.subject()), message.at());
            case BROKEN -> screen.line(message.at(), node, "a call threw " + message.text(), Style.BAD);
            case EVENT -> event(node, message);
            case REJECTED -> news(node, message, "CallRejected", message.subject());
            case SAW_OPEN -> sighting(node, message);
        }
    }

    @Override
    public void text(String node, String line) {
        if (!silent && !line.startsWith("Picked up ")) {
            screen.line(Instant.now(), node, "| " + line, Style.DIM);
        }
    }

    /** Tells how things stand. */
    void comment(Instant now, Duration elapsed) {
        if (silent) {
            return;
        }
        turn(now);
        tellSightings();
        tellCalls(now, now);
        progress.show(elapsed, api.schedule().mood(now));
    }

    /** Tells that the nodes are told to end. */
    void leave() {
        screen.progress(screen.isLive() ? "the nodes leave their cluster" : "");
    }

    /** Tells that somebody has had enough, and nothing more. */
    void interrupted() {
        silent = true;
        screen.progress("");
        screen.print("Stopped before the end, and so without a verdict.");
    }

    /** Tells what is still held back when the nodes have ended. */
    void finish(Instant end) {
        screen.progress("");
        tellSightings();
        tellCalls(Instant.MAX, end);
    }

    private synchronized void turn(Instant now) {
        Schedule schedule = api.schedule();
        if (silent || now.isBefore(schedule.begin()) || schedule.turn(now) <= turn) {
            return;
        }
        turn = schedule.turn(now);
        Mood mood = schedule.mood(now);
        Instant turnedAt = schedule.turnedAt(now);
        tellCalls(Instant.MAX, turnedAt);
        screen.line(turnedAt, "API", mood.text(), mood.isWell() ? Style.GOOD : Style.BAD);
        fold.turn();
    }

    private void event(String node, Message message) {
        String name = message.subject();
        Style style = style(name);
        // Transitions are few, and each is news.
        if (style != Style.PLAIN) {
            line(node, message, name, style);
            progress.note(name);
        } else {
            news(node, message, name, name);
        }
    }

    private void news(String node, Message message, String name, String kind) {
        if (fold.isNews(kind)) {
            line(node, message, name, Style.PLAIN);
        }
    }

    private void line(String node, Message message, String name, Style style) {
        screen.line(message.at(), node, String.format("%-17s ", name) + message.text(), style);
    }

    private void sighting(String node, Message message) {
        Instant openedAt = message.openedAt();
        if (openedAt != null) {
            sightings.add(node, openedAt, message.at());
        }
    }

    private void tellSightings() {
        sightings.take().forEach(sighting -> screen.line(sighting.at(), "all", sighting.text(), Style.BOLD));
    }

    private void tellCalls(Instant due, Instant now) {
        fold.take(due).ifPresent(text -> screen.line(now, "all", text, Style.DIM));
    }

    private static Style style(String event) {
        return switch (event) {
            case "CircuitOpened" -> Style.BAD;
            case "CircuitHalfOpened" -> Style.WAITING;
            case "CircuitClosed" -> Style.GOOD;
            default -> Style.PLAIN;
        };
    }
}
