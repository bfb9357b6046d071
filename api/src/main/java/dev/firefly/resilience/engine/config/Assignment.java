package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.Settings.Setting;

/**
 * A value that was read, with its origin.
 *
 * @param key the key's name in its table
 * @param change what it does
 * @param origin the text, the full key as it was spelt, and the source
 */
record Assignment<C, B>(String key, Key.Change<C, B> change, Setting origin) {}
