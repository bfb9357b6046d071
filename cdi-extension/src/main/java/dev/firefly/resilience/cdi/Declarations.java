package dev.firefly.resilience.cdi;

import dev.firefly.resilience.config.Declaration;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads annotations as declarations: an attribute that differs from its default is a value, under its name in the
 * spelling of configuration. So an annotation needs no code of its own here.
 */
final class Declarations {
    private static final String NAME = "value";

    private Declarations() {}

    /**
     * What an annotation declares.
     *
     * @param derivedName the name of the instance where the annotation gives none
     * @param place where it stands
     */
    static Declaration read(GuardKind kind, Annotation annotation, String derivedName, String place) {
        String given = "";
        Map<String, String> values = new TreeMap<>();
        Set<Class<?>> classes = new HashSet<>();
        for (Method attribute : annotation.annotationType().getDeclaredMethods()) {
            if (Modifier.isStatic(attribute.getModifiers())) {
                continue;
            }
            Object value = get(attribute, annotation);
            if (attribute.getName().equals(NAME)) {
                given = value.toString();
            } else if (!Objects.deepEquals(value, attribute.getDefaultValue())) {
                values.put(key(attribute.getName()), text(value));
                // Their names alone could mean other classes, by another class loader.
                if (value instanceof Class<?>[] listed) {
                    classes.addAll(Arrays.asList(listed));
                }
            }
        }
        boolean named = !given.isEmpty();
        String source = '@' + annotation.annotationType().getSimpleName() + " on " + place;
        return new Declaration(kind.pattern(), named ? given : derivedName, named, values, classes, source);
    }

    private static Object get(Method attribute, Annotation annotation) {
        try {
            return attribute.invoke(annotation);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot read " + attribute + " of " + annotation, e);
        }
    }

    private static String key(String attribute) {
        return attribute.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private static String text(Object value) {
        if (value.getClass().isArray()) {
            return IntStream.range(0, Array.getLength(value))
                    .mapToObj(i -> text(Array.get(value, i)))
                    .collect(Collectors.joining(","));
        }
        if (value instanceof Class<?> type) {
            return type.getName();
        }
        if (value instanceof Double number && Double.isFinite(number)) {
            return BigDecimal.valueOf(number).toPlainString();
        }
        return value.toString();
    }
}
