package dev.firefly.resilience.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.BuildInfoProvider;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out, before anything is started, whether the Hazelcast that the class path gives us is one we can use. */
final class HazelcastVersion {
    private static final Pattern MAJOR_MINOR = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4})(?:[.-].*)?");
    private static final int MAJOR = 5;
    private static final int LEAST_TO_START = 7;
    private static final int LEAST_TO_USE = 3;
    private static final String REMEDY = " Package Hazelcast " + MAJOR + '.' + LEAST_TO_START
            + " with the application. A server that brings a Hazelcast of its own may put that before the application's:"
            + " on Payara add WEB-INF/payara-web.xml with <class-loader delegate=\"false\"/>. Or use the instance that"
            + " the server runs, by " + Settings.PREFIX + HazelcastSettings.JNDI_NAME
            + ": for that " + MAJOR + '.' + LEAST_TO_USE + " is enough.";

    private HazelcastVersion() {}

    /**
     * Checks what the class path gives us.
     *
     * @param toStart whether an instance is to be started, and not just one used that somebody else has started. Ours
     *     have to be able to join each other; of others we only need what has not changed since 5.3
     * @throws ConfigurationException when the Hazelcast we see is too old or too new
     */
    static void check(boolean toStart) {
        String version = BuildInfoProvider.getBuildInfo().getVersion();
        int least = toStart ? LEAST_TO_START : LEAST_TO_USE;
        if (!isCompatible(version, least)) {
            throw unusable("cannot be hazelcast with Hazelcast " + version + ", which came from "
                    + HazelcastInstance.class.getClassLoader() + ": " + MAJOR + '.' + least + " or a later " + MAJOR
                    + ".x is needed " + (toStart ? "to start an instance." : "to use an instance."));
        }
    }

    /** What to throw when the classes do not fit together, or are not there. */
    static ConfigurationException unusable(LinkageError error) {
        ConfigurationException exception = unusable("cannot be hazelcast with the Hazelcast on the class path: " + error
                + ". Its version does not fit, or it is not there at all.");
        exception.addSuppressed(error);
        return exception;
    }

    static boolean isCompatible(String version, boolean toStart) {
        return isCompatible(version, toStart ? LEAST_TO_START : LEAST_TO_USE);
    }

    private static boolean isCompatible(String version, int leastMinor) {
        Matcher matcher = MAJOR_MINOR.matcher(version);
        return matcher.matches()
                && Integer.parseInt(matcher.group(1)) == MAJOR
                && Integer.parseInt(matcher.group(2)) >= leastMinor;
    }

    private static ConfigurationException unusable(String complaint) {
        return new ConfigurationException(
                List.of(Problem.withRemedy(Settings.PREFIX + "store.type", complaint + REMEDY, "")));
    }
}
