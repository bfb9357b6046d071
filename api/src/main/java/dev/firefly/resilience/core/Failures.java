package dev.firefly.resilience.core;

/** Small steps with failures that every pattern needs. Stateless. */
public final class Failures {
    /** No sane chain of causes is longer, and a circular one must end somewhere. */
    private static final int LONGEST_CHAIN = 64;

    private Failures() {}

    /**
     * Notes in a failure that is about to be thrown another one that it takes the place of. Nothing is noted where that
     * would lead back to the failure itself: when both are the same, or it is among the causes of the other.
     *
     * @param thrown what is about to be thrown
     * @param suppressed what it takes the place of
     * @return what is about to be thrown
     */
    public static <X extends Throwable> X suppress(X thrown, Throwable suppressed) {
        Throwable cause = suppressed;
        for (int depth = 0; cause != null && depth < LONGEST_CHAIN; depth++) {
            if (cause == thrown) {
                return thrown;
            }
            cause = cause.getCause();
        }
        thrown.addSuppressed(suppressed);
        return thrown;
    }

    /**
     * Throws a failure as it is, whatever its class. For code that knows the class only as a type variable, or not at
     * all.
     *
     * @return never; lets the compiler see that a {@code throw} statement ends the path
     */
    @SuppressWarnings("unchecked") // the cast vanishes: the compiler is told a class, the machine does not care
    public static <E extends Throwable> RuntimeException rethrow(Throwable failure) throws E {
        throw (E) failure;
    }
}
