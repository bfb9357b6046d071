package dev.firefly.resilience.core;

import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * Decides by class which failures a pattern acts on: those of an included class or a subclass of one, unless an excluded
 * class matches too. Immutable.
 *
 * @param included what the pattern acts on
 * @param excluded what it does not act on; wins
 */
public record Classifier(Set<Class<? extends Throwable>> included, Set<Class<? extends Throwable>> excluded) {

    /** No sane chain of causes is longer, and a circular one must end somewhere. */
    private static final int LONGEST_CHAIN = 64;

    public Classifier {
        included = Set.copyOf(included);
        excluded = Set.copyOf(excluded);
    }

    /** Whether the failure is of an included class and of no excluded one. */
    public boolean matches(Throwable failure) {
        return !excludes(failure) && anyMatches(included, failure);
    }

    /** Whether the failure is of an excluded class. */
    public boolean excludes(Throwable failure) {
        return anyMatches(excluded, failure);
    }

    /**
     * Whether an included class picks the failure out as a member of the family: the class is the family or a part of
     * it. {@code java.lang.Exception} includes an {@code InterruptedException}, yet does not name it.
     */
    public boolean names(Throwable failure, Class<? extends Throwable> family) {
        for (Class<? extends Throwable> type : included) {
            if (family.isAssignableFrom(type) && type.isInstance(failure)) {
                return true;
            }
        }
        return false;
    }

    private static boolean anyMatches(Set<Class<? extends Throwable>> types, Throwable failure) {
        for (Class<? extends Throwable> type : types) {
            if (type.isInstance(failure)) {
                return true;
            }
        }
        return false;
    }

    /** Takes off the wrappers that {@code java.util.concurrent} puts around the failure of a stage or future. */
    public static Throwable unwrap(Throwable failure) {
        Throwable bare = failure;
        for (int depth = 0; depth < LONGEST_CHAIN; depth++) {
            Throwable cause = bare.getCause();
            if (cause == null || !(bare instanceof CompletionException || bare instanceof ExecutionException)) {
                return bare;
            }
            bare = cause;
        }
        return bare;
    }
}
