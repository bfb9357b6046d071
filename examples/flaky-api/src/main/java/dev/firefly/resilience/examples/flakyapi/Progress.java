package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
import java.time.Duration;
import java.util.Locale;

/** The line that shows how far a run is. Thread-safe. */
final class Progress {
    private static final int BAR = 12;
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final DemoOptions options;
    private final Scoreboard scoreboard;
    private final Screen screen;
    private volatile String circuit = "closed";
    private volatile Duration next = INTERVAL;

    Progress(DemoOptions options, Scoreboard scoreboard, Screen screen) {
        this.options = options;
        this.scoreboard = scoreboard;
        this.screen = screen;
    }

    /** Notes an event, from which the phase of the circuit is known. */
    void note(String event) {
        switch (event) {
            case "CircuitOpened" -> circuit = "OPEN";
            case "CircuitHalfOpened" -> circuit = "half-open";
            case "CircuitClosed" -> circuit = "closed";
            default -> {}
        }
    }

    /** Shows it; where it cannot be written over, only every few seconds. */
    void show(Duration elapsed, Mood mood) {
        if (!screen.isLive() && elapsed.compareTo(next) < 0) {
            return;
        }
        next = next.plus(INTERVAL);
        screen.progress(text(elapsed, mood));
    }

    private String text(Duration elapsed, Mood mood) {
        int done = (int)
                Math.min(BAR, elapsed.toMillis() * BAR / options.duration().toMillis());
        long answered = scoreboard.answered();
        return '[' + "#".repeat(done) + ".".repeat(BAR - done) + "] " + elapsed.toSeconds() + " of "
                + options.duration().toSeconds() + " s, API " + mood.name().toLowerCase(Locale.ROOT) + ", circuit "
                + circuit
                + ", " + answered + " answered, "
                + (scoreboard.count(Kind.CALL) - answered) + " fallbacks";
    }
}
