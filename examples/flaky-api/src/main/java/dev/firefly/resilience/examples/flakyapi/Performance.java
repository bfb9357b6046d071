package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.examples.flakyapi.Screen.Style;
import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One run, from the start of the nodes to the verdict. */
final class Performance {
    private static final Duration TIME_TO_START = Duration.ofSeconds(60);
    private static final long TICK_MILLIS = 100;

    private final DemoOptions options;
    private final FlakyApi api;
    private final Screen screen;
    private final List<String> names;
    private final Limits limits = Limits.configured();
    private final Scoreboard scoreboard = new Scoreboard();
    private final Commentary commentary;

    Performance(DemoOptions options, FlakyApi api, Screen screen) {
        this.options = options;
        this.api = api;
        this.screen = screen;
        this.names = Nodes.names(options.nodes());
        this.commentary = new Commentary(options, api, screen, scoreboard);
    }

    /** Runs it; the exit code. */
    int run() throws IOException, InterruptedException {
        commentary.introduce(limits);
        Optional<Instant> end;
        try (Nodes nodes = Nodes.start(options, api.uri(), commentary, commentary::interrupted)) {
            end = awaitStart(nodes) && perform(nodes) ? Optional.of(Instant.now()) : Optional.empty();
            commentary.leave();
        }
        return end.map(this::conclude).orElse(Demo.NOT_WELL);
    }

    private boolean awaitStart(Nodes nodes) throws InterruptedException {
        Instant latest = Instant.now().plus(TIME_TO_START);
        while (scoreboard.count(Kind.READY) < names.size()) {
            if (Instant.now().isAfter(latest)) {
                screen.print("The nodes did not find one another within " + TIME_TO_START.toSeconds() + " s.");
                return false;
            }
            if (!tick(nodes)) {
                return false;
            }
        }
        return true;
    }

    private boolean perform(Nodes nodes) throws IOException, InterruptedException {
        Instant begin = Instant.now();
        api.follow(new Schedule(begin, options.duration(), options.period()));
        int pace = 0;
        screen.line(begin, "all", "the nodes are one cluster, and begin to call", Style.BOLD);
        Instant end = begin.plus(options.duration());
        for (Instant now = begin; now.isBefore(end); now = Instant.now()) {
            if (api.schedule().mood(now).pace() != pace) {
                pace = api.schedule().mood(now).pace();
                nodes.pace(options.rate() * pace);
            }
            commentary.comment(now, Duration.between(begin, now));
            if (!tick(nodes)) {
                return false;
            }
        }
        return true;
    }

    /** Lets a little time pass; whether all nodes still live. */
    private boolean tick(Nodes nodes) throws InterruptedException {
        pause();
        if (nodes.dead().isEmpty()) {
            return true;
        }
        // Ctrl-C reaches the nodes as well, and perhaps sooner.
        pause();
        nodes.dead()
                .ifPresent(node ->
                        screen.print(node.name() + " ended before its time, with exit code " + node.exitCode() + '.'));
        return false;
    }

    private static void pause() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
    }

    private int conclude(Instant end) {
        commentary.finish(end);
        Duration wellFor = api.schedule().wellFor(end);
        Run run = new Run(names, scoreboard.entries(), api.exchanges(), limits, end, wellFor, options.timeToClose());
        screen.print("\n" + Report.of(run));
        return Verdict.of(run).isEmpty() ? Demo.ALL_WELL : Demo.NOT_WELL;
    }
}
