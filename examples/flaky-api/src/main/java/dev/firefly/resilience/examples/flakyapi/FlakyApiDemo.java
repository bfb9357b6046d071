package dev.firefly.resilience.examples.flakyapi;

/** Starts the demonstration. Compiled for Java 8, alone of all classes, so that an old Java gets to say what is wrong. */
public final class FlakyApiDemo {
    private static final int OLDEST_JAVA = 17;

    private FlakyApiDemo() {}

    /**
     * Runs the demonstration and ends the JVM: with 0 if the guards did all they are meant to do, with 1 if they did
     * not, with 2 if it could not start.
     */
    public static void main(String[] args) {
        String version = System.getProperty("java.specification.version");
        if (isTooOld(version)) {
            System.err.println("This is Java " + version + ", and the demo needs Java " + OLDEST_JAVA
                    + " or later. Set JAVA_HOME to one.");
            System.exit(2);
        }
        System.exit(Demo.run(args, System.out));
    }

    static boolean isTooOld(String version) {
        // Up to 8, versions were 1.x.
        return version.startsWith("1.") || Integer.parseInt(version) < OLDEST_JAVA;
    }
}
