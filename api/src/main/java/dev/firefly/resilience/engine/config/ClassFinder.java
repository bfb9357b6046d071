package dev.firefly.resilience.engine.config;

import java.util.Set;

/** Finds the classes that a value names. */
@FunctionalInterface
interface ClassFinder {
    /**
     * The class of that name, which need not be initialized.
     *
     * @throws ClassNotFoundException when there is none
     */
    Class<?> find(String name) throws ClassNotFoundException;

    /** Finds what a class loader sees. */
    static ClassFinder in(ClassLoader loader) {
        return name -> Class.forName(name, false, loader);
    }

    /** Finds these classes first, whatever others bear their names. */
    default ClassFinder after(Set<Class<?>> known) {
        return name -> {
            for (Class<?> type : known) {
                if (type.getName().equals(name)) {
                    return type;
                }
            }
            return find(name);
        };
    }
}
