package dev.firefly.resilience.config;

/**
 * One thing that is wrong with a configuration.
 *
 * @param key the key or property concerned
 * @param complaint what is accepted and what was found, to be read after the key: {@code must be >= 1, was 0}
 * @param source where the value came from; empty for values given in code
 */
public record Problem(String key, String complaint, String source) {

    /** A value that is not accepted. */
    public static Problem of(String key, String accepted, Object value) {
        return new Problem(key, accepted + ", was " + value, "");
    }

    /** The same problem, told of the full key and with the place its value came from. */
    public Problem at(String fullKey, String place) {
        return new Problem(fullKey, complaint, place);
    }

    @Override
    public String toString() {
        return key + ' ' + complaint + (source.isEmpty() ? "" : " (set in " + source + ')');
    }
}
