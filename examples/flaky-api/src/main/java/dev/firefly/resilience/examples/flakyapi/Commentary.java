package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.examples.flakyapi.Screen.Style;
import dev.firefly.resilience.examples.flakyapi.node.Message;
import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
import java.time.Duration;
import java.time.Instant;

/** Tells live what happens. Thread-safe. */
final class Commentary implements NodeProcess.Listener {
    private final DemoOptions options;
    private final FlakyApi api;
    private final Screen screen;
    private final Scoreboard scoreboard;
    private final Fold fold = new Fold();
    private final Progress progress;
    private long turn = -1;
    private volatile boolean silent;

    Commentary(DemoOptions options, FlakyApi api, Screen screen, Scoreboard scoreboard) {
        this.options = options;
        this.api = api;
        this.screen = screen;
        this.scoreboard = scoreboard;
        this.progress = new Progress(options, scoreboard, screen);
    }

    void introduce() {
        String period = Durations.format(options.period());
        screen.print(screen.styled(
                        "Firefly Resilience: one flaky API, " + options.nodes() + " nodes, one circuit.", Style.BOLD)
                + "\n\n  API     " + api.uri() + ", well for " + period + ", failing for " + period + ", and so on"
                + "\n  nodes   " + options.nodes() + " JVMs, one Hazelcast cluster on loopback, " + options.rate()
                + " calls/s each"
                + "\n  guard   @CircuitBreaker(\"payments\") @Retry @Fallback(method = \"cached\")"
                + "\n  time    " + options.duration().toSeconds() + " s; Ctrl-C ends it before\n");
    }

    @Override
    public void message(String node, Message message) {
        scoreboard.add(node, message);
        if (message.kind() == Kind.READY) {
            screen.line(message.at(), node, "is ready, " + message.text(), Style.PLAIN);
        } else if (message.kind() == Kind.EVENT) {
            event(node, message);
        } else if (message.kind() == Kind.BROKEN) {
            screen.line(message.at(), node, "a call threw " + message.text(), Style.BAD);
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
        if (api.turn(now) != turn) {
            turn = api.turn(now);
            boolean well = api.isWell(now);
            screen.line(api.turnedAt(now), "API", well ? "is well" : "is failing", well ? Style.GOOD : Style.BAD);
        }
        tellHeld(now, now);
        progress.show(elapsed, api.isWell(now));
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
        tellHeld(Instant.MAX, end);
    }

    private void event(String node, Message message) {
        String name = message.subject();
        Style style = style(name);
        // Transitions are few, and each is news.
        if (style != Style.PLAIN || fold.show(node, name, message.at())) {
            screen.line(message.at(), node, String.format("%-17s ", name) + message.text(), style);
        }
        progress.note(name);
    }

    private void tellHeld(Instant due, Instant now) {
        for (String node : Nodes.names(options.nodes())) {
            fold.take(node, due).ifPresent(text -> screen.line(now, node, text, Style.DIM));
        }
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
