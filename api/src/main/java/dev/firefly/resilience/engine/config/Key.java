package dev.firefly.resilience.engine.config;

import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One key of a table.
 *
 * @param name as it is written in configuration, without what stands in front of it
 * @param accepted what is accepted, in words
 * @param list whether the value is a list, so that an empty one means something
 * @param reader makes a change of the config out of a text
 * @param writer makes the text that stands for the value in a config; null when it has none
 * @param <C> the config
 * @param <B> its builder
 */
record Key<C, B>(
        String name, String accepted, boolean list, Reader<C, B> reader, Function<C, @Nullable String> writer) {

    /** Reads a text; throws an IllegalArgumentException that says what is accepted. */
    @FunctionalInterface
    interface Reader<C, B> {
        Change<C, B> read(String text, ClassFinder finder);
    }

    /**
     * A value, ready to be set.
     *
     * @param value two texts with equal values mean the same
     * @param missing classes it names that do not exist
     * @param effect sets it
     */
    record Change<C, B>(Object value, List<String> missing, Consumer<Draft<C, B>> effect) {}

    /**
     * A key with a single value.
     *
     * @param getter the value in a config; null when it has none
     */
    static <C, B, T> Key<C, B> of(
            String name, ValueType<T> type, Function<C, @Nullable T> getter, BiConsumer<B, T> setter) {
        Reader<C, B> reader = (text, finder) -> {
            T value = type.parse(text);
            return new Change<>(value, List.of(), draft -> setter.accept(draft.builder(), value));
        };
        return new Key<>(name, type.accepted(), false, reader, config -> {
            @Nullable T value = getter.apply(config);
            return value == null ? null : type.format(value);
        });
    }

    /** A key that lists exception classes. */
    static <C, B> Key<C, B> classes(
            String name,
            Function<C, Set<Class<? extends Throwable>>> getter,
            BiConsumer<B, Set<Class<? extends Throwable>>> setter) {
        Reader<C, B> reader = (text, finder) -> {
            ClassList list = ClassList.read(text, finder);
            return new Change<>(
                    list, list.missing(), draft -> setter.accept(draft.builder(), draft.put(name, list, getter)));
        };
        return new Key<>(name, ClassList.ACCEPTED, true, reader, config -> ClassList.format(getter.apply(config)));
    }
}
