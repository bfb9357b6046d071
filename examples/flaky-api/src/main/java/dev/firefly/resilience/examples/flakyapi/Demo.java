package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;

/** From the command line to the exit code. */
final class Demo {
    static final int ALL_WELL = 0;
    static final int NOT_WELL = 1;
    static final int NOT_STARTED = 2;

    private Demo() {}

    /** Runs the demonstration, or says why not. */
    static int run(String[] args, PrintStream out) {
        if (OptionsReader.wantsHelp(args)) {
            out.print(OptionsReader.HELP);
            return ALL_WELL;
        }
        DemoOptions options;
        try {
            options = OptionsReader.read(args);
        } catch (ConfigurationException e) {
            out.println("The demo cannot start:");
            for (Problem problem : e.problems()) {
                out.println("  " + problem);
            }
            out.println("--help lists the options.");
            return NOT_STARTED;
        }
        return run(options, Terminal.screen(out));
    }

    private static int run(DemoOptions options, Screen screen) {
        try (FlakyApi api = FlakyApi.start(options.port())) {
            return new Performance(options, api, screen).run();
        } catch (BindException e) {
            screen.print("Port " + options.port() + " of the loopback interface is taken, or not allowed."
                    + " Choose another with --port, or --port 0 for any that is free.");
            return NOT_STARTED;
        } catch (IOException e) {
            screen.print("The demo cannot go on: " + e);
            return NOT_WELL;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            screen.print("Interrupted.");
            return NOT_WELL;
        }
    }
}
