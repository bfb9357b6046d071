package dev.firefly.resilience.engine.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** A config in the making: a builder, and the lists in it, which a builder does not tell. Not thread-safe. */
final class Draft<C, B> {
    private final C start;
    private final B builder;
    private final Map<String, Set<Class<? extends Throwable>>> lists = new HashMap<>();

    /** Begins with a complete config and a builder that holds the same. */
    Draft(C start, B builder) {
        this.start = start;
        this.builder = builder;
    }

    B builder() {
        return builder;
    }

    /** Puts a list over the one that is there so far, and gives the result. */
    Set<Class<? extends Throwable>> put(
            String key, ClassList list, Function<C, Set<Class<? extends Throwable>>> atStart) {
        Set<Class<? extends Throwable>> inherited = lists.getOrDefault(key, atStart.apply(start));
        Set<Class<? extends Throwable>> result = list.over(inherited);
        lists.put(key, result);
        return result;
    }
}
