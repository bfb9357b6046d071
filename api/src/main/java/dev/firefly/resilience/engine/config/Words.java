package dev.firefly.resilience.engine.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Guesses what a misspelt word was meant to be. */
final class Words {
    /** The longest word that is guessed at: to compare takes as long as the product of both lengths. */
    private static final int LONGEST = 100;

    private Words() {}

    /**
     * The candidate that is nearest by edit distance, if it is near enough to be a guess; none for a word of more than
     * {@value #LONGEST} characters.
     */
    static Optional<String> nearest(String word, Collection<String> candidates) {
        if (word.length() > LONGEST) {
            return Optional.empty();
        }
        return candidates.stream()
                .filter(candidate -> isNear(word, candidate))
                .min(Comparator.<String>comparingInt(candidate -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static boolean isNear(String word, String candidate) {
        // Something has to be left of it, or of two short words each would do for the other.
        int allowed = Math.min(Math.max(2, candidate.length() / 3), candidate.length() - 1);
        // The difference in length is a lower bound; it also spares a very long candidate the whole computation.
        return Math.abs(word.length() - candidate.length()) <= allowed && distance(word, candidate) <= allowed;
    }

    /** Levenshtein distance, upper and lower case being the same. */
    static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
