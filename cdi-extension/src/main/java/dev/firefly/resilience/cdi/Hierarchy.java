package dev.firefly.resilience.cdi;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a class inherits from. */
final class Hierarchy {
    private Hierarchy() {}

    /** The class, its superclasses from the nearest on, and then all their interfaces; without {@code Object}. */
    static List<Class<?>> of(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        Deque<Class<?>> interfaces = new ArrayDeque<>();
        for (Class<?> above = type; above != null && above != Object.class; above = above.getSuperclass()) {
            all.add(above);
            interfaces.addAll(Arrays.asList(above.getInterfaces()));
        }
        while (!interfaces.isEmpty()) {
            Class<?> next = interfaces.remove();
            all.add(next);
            interfaces.addAll(Arrays.asList(next.getInterfaces()));
        }
        return List.copyOf(all);
    }
}
