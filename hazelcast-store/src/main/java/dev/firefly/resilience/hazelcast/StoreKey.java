package dev.firefly.resilience.hazelcast;

/**
 * Where a key of the store lies: {@code <prefix>:<pattern>:<name>} is the entry {@code <name>} of the map
 * {@code <prefix>:<pattern>}. Names, and the prefix, may hold colons; a pattern does not.
 *
 * @param pattern the key of the pattern
 * @param name the rest, which may be anything
 */
record StoreKey(String pattern, String name) {

    /** @throws IllegalArgumentException when the key does not begin with the prefix and a pattern */
    static StoreKey parse(String prefix, String key) {
        int pattern = prefix.length() + 1;
        int colon = key.indexOf(':', pattern);
        if (colon < 0 || !key.startsWith(prefix) || key.charAt(prefix.length()) != ':') {
            throw new IllegalArgumentException("Not a key of the form " + prefix + ":<pattern>:<name>: " + key);
        }
        return new StoreKey(key.substring(pattern, colon), key.substring(colon + 1));
    }

    static String mapName(String prefix, String pattern) {
        return prefix + ':' + pattern;
    }

    /** The key of the store for an entry of a map. */
    static String of(String mapName, String entry) {
        return mapName + ':' + entry;
    }
}
