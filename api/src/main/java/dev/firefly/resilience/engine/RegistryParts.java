package dev.firefly.resilience.engine;

import dev.firefly.resilience.config.Declaration;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.engine.config.InCode;
import dev.firefly.resilience.store.ResilienceStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a registry is made of; null where the default is wanted. Filled by the builder, then only read. */
public final class RegistryParts {
    public Settings settings = Settings.none();
    public @Nullable ResilienceStore store;
    public Function<Class<?>, Optional<?>> connections = type -> Optional.empty();
    public @Nullable Clock clock;
    public Randomness random = Randomness.system();
    public @Nullable Executor executor;
    public @Nullable UnaryOperator<Executor> context;
    public @Nullable ClassLoader classLoader;
    public final InCode inCode = new InCode();
    public final List<Declaration> declarations = new ArrayList<>();

    ClassLoader loader() {
        ClassLoader own = RegistryParts.class.getClassLoader();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (classLoader != null) {
            return classLoader;
        }
        return context != null ? context : own;
    }
}
