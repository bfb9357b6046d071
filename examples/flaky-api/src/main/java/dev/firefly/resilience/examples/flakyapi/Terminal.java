package dev.firefly.resilience.examples.flakyapi;

import java.io.Console;
import java.io.PrintStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds out whether somebody is watching. */
final class Terminal {
    private Terminal() {}

    /** A screen for what this process prints. */
    static Screen screen(PrintStream out) {
        Map<String, String> environment = System.getenv();
        boolean terminal = isTerminal(System.console()) && !"dumb".equals(environment.getOrDefault("TERM", "dumb"));
        return new Screen(out, terminal, terminal && !environment.containsKey("NO_COLOR"));
    }

    /** From Java 22 on there is a console even where there is no terminal, and a method that tells. */
    private static boolean isTerminal(@Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
