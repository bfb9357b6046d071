package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Problems;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the options from the command line, and gathers all that is wrong with them. For one use, by one thread. */
final class OptionsReader {
    static final String HELP = """
            Firefly Resilience: a flaky API, some nodes that call it, and the guards that they share.

            Options, as "--name value" or "--name=value":
              --duration 57s   how long the nodes call
              --period 6s      how long the API is in each mood: well, crowded, slow, failing
              --nodes 3        how many nodes call it, each a process of its own; 2 to 9
              --rate 60/s      how often all of them together call; 50/s to 150/s
              --open 3s        how long the open circuit rejects before it is probed; more than 1s
              --port 0         the port of the API on the loopback interface; 0: any that is free
              --help           this text

            Exit code 0: every guard acted, and by the API's own record no limit was exceeded, and the circuit
            opened for all nodes, was probed by one at a time and closed. 1: something of that does not hold.
            2: the demo could not start.

            Colours and a live progress line appear on a terminal only; NO_COLOR=1 switches colours off.
            """;

    // With less the limits would not be reached, with more hardly anything else would happen.
    private static final int LEAST_RATE = 50;
    private static final int MOST_RATE = 150;
    private static final Pattern RATE = Pattern.compile("([0-9]{1,4})(?:/s)?");

    private final Problems problems = new Problems();
    private final Map<String, String> given = new LinkedHashMap<>();

    private OptionsReader() {}

    /** Whether help is wanted rather than a run. */
    static boolean wantsHelp(String... args) {
        for (String arg : args) {
            if (arg.equals("--help") || arg.equals("-h")) {
                return true;
            }
        }
        return false;
    }

    /** @throws ConfigurationException listing all that is wrong */
    static DemoOptions read(String... args) {
        OptionsReader reader = new OptionsReader();
        reader.split(args);
        DemoOptions options = reader.options();
        reader.problems.throwIfAny();
        return options;
    }

    private void split(String... args) {
        for (int i = 0; i < args.length; i++) {
            String name = args[i];
            int equals = name.indexOf('=');
            if (!name.startsWith("--")) {
                problems.add(new Problem(name, "is not an option; options begin with --", ""));
            } else if (equals > 0) {
                given.put(name.substring(0, equals), name.substring(equals + 1));
            } else if (i + 1 < args.length && !args[i + 1].startsWith("--")) {
                given.put(name, args[++i]);
            } else {
                given.put(name, "");
            }
        }
    }

    private DemoOptions options() {
        DemoOptions defaults = DemoOptions.DEFAULTS;
        DemoOptions options = new DemoOptions(
                duration("--duration", defaults.duration(), Duration.ZERO, "must be longer than 0"),
                duration("--period", defaults.period(), Duration.ZERO, "must be longer than 0"),
                number("--nodes", defaults.nodes(), 2, 9),
                rate(defaults.rate()),
                duration("--open", defaults.openFor(), Duration.ofSeconds(1), "must be longer than 1s"),
                number("--port", defaults.port(), 0, 65_535));
        given.forEach((name, value) -> problems.add(new Problem(name, "is not an option", "")));
        // With a wrong value there is a default in its place, about which nobody wants to read.
        if (problems.list().isEmpty()) {
            checkTogether(options);
        }
        return options;
    }

    /** Too fast or too short, and a circuit that does as it should may never find the API well. */
    private void checkTogether(DemoOptions options) {
        atLeast("--period", options.timeToClose(), "--open and two seconds", options.period());
        atLeast("--duration", options.leastDuration(), "four periods, --open and two seconds", options.duration());
    }

    private void atLeast(String name, Duration least, String sum, Duration given) {
        String accepted = "must be at least " + Durations.format(least) + " (" + sum
                + "), so that every guard acts and the circuit can close again";
        problems.require(given.compareTo(least) >= 0, name, accepted, Durations.format(given));
    }

    private Duration duration(String name, Duration otherwise, Duration above, String accepted) {
        String text = given.remove(name);
        if (text == null) {
            return otherwise;
        }
        try {
            Duration duration = Durations.parse(text);
            boolean usable = duration.compareTo(above) > 0 && duration.compareTo(Duration.ofDays(1)) <= 0;
            problems.require(usable, name, accepted + " and at most 1d", text);
            return usable ? duration : otherwise;
        } catch (IllegalArgumentException e) {
            problems.add(Problem.of(name, Durations.ACCEPTED, shown(text)));
            return otherwise;
        }
    }

    private int rate(int otherwise) {
        String text = given.remove("--rate");
        if (text == null) {
            return otherwise;
        }
        Matcher matcher = RATE.matcher(text);
        int rate = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
        problems.require(inRange(rate, LEAST_RATE, MOST_RATE), "--rate", "must be from 50/s to 150/s", shown(text));
        return rate;
    }

    private int number(String name, int otherwise, int least, int most) {
        String text = given.remove(name);
        if (text == null) {
            return otherwise;
        }
        boolean usable = text.matches("[0-9]{1,5}") && inRange(Integer.parseInt(text), least, most);
        problems.require(usable, name, "must be a whole number from " + least + " to " + most, shown(text));
        return usable ? Integer.parseInt(text) : otherwise;
    }

    private static boolean inRange(int number, int least, int most) {
        return least <= number && number <= most;
    }

    private static String shown(String text) {
        return text.isEmpty() ? "missing" : text;
    }
}
