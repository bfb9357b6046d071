package dev.firefly.resilience.engine.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The value of a key that names exception classes.
 *
 * @param appends whether the value adds to the inherited list; otherwise it replaces it
 * @param classes the classes that were found, in order
 * @param missing the names for which there is no class
 */
record ClassList(boolean appends, Set<Class<? extends Throwable>> classes, List<String> missing) {
    /** What is accepted, in words. */
    static final String ACCEPTED = "must name exception classes on the class path, separated by commas";

    ClassList {
        classes = Set.copyOf(classes);
        missing = List.copyOf(missing);
    }

    /**
     * Reads a list of class names, separated by commas; with {@code +} in front it appends. The classes are loaded but
     * not initialized.
     *
     * @throws IllegalArgumentException when one of the classes is no {@link Throwable}
     */
    static ClassList read(String text, ClassFinder finder) {
        String stripped = text.strip();
        boolean appends = stripped.startsWith("+");
        Set<Class<? extends Throwable>> classes = new LinkedHashSet<>();
        List<String> missing = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (String name : split(appends ? stripped.substring(1) : stripped)) {
            try {
                Class<?> type = finder.find(name);
                if (Throwable.class.isAssignableFrom(type)) {
                    classes.add(type.asSubclass(Throwable.class));
                } else {
                    others.add(name);
                }
            } catch (ClassNotFoundException | LinkageError e) {
                missing.add(name); // a class whose superclass is missing is of no more use than a missing class
            }
        }
        if (!others.isEmpty()) {
            throw new IllegalArgumentException(ACCEPTED + "; no exceptions: " + String.join(", ", others)
                    + (missing.isEmpty() ? "" : "; not found: " + String.join(", ", missing)));
        }
        return new ClassList(appends, classes, missing);
    }

    /** The text for classes that are not inherited, in the order of their names. */
    static String format(Set<Class<? extends Throwable>> classes) {
        return classes.stream().map(Class::getName).sorted().collect(Collectors.joining(","));
    }

    /** The list that results where this one is inherited. */
    Set<Class<? extends Throwable>> over(Set<Class<? extends Throwable>> inherited) {
        if (!appends) {
            return classes;
        }
        Set<Class<? extends Throwable>> both = new LinkedHashSet<>(inherited);
        both.addAll(classes);
        return both;
    }

    /** Splits as MicroProfile Config does: a backslash takes the next character as it is, empty elements go. */
    static List<String> split(String text) {
        List<String> elements = new ArrayList<>();
        StringBuilder element = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ',') {
                elements.add(element.toString());
                element.setLength(0);
            } else if (c == '\\' && i + 1 < text.length()) {
                element.append(text.charAt(++i));
            } else {
                element.append(c);
            }
        }
        elements.add(element.toString());
        return elements.stream()
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }
}
