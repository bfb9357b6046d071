package dev.firefly.resilience.cdi;

import dev.firefly.resilience.Pipeline;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.ResilienceInstance;
import dev.firefly.resilience.config.Declaration;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.build.compatible.spi.MetaAnnotations;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.enterprise.util.Nonbinding;
import jakarta.inject.Provider;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Instances that are injected by name: one bean for each type, which looks at the injection point for the name. Confined
 * to the deploying thread, apart from the beans.
 */
final class InjectedInstances {
    private static final Map<Class<?>, BiFunction<ResilienceRegistry, String, Object>> TYPES = makers();

    /** The types that provide something when they are asked, by name. */
    static final Set<String> PROVIDERS = Set.of(Provider.class.getName(), Instance.class.getName());

    private final List<Declaration> declarations = new ArrayList<>();

    private static Map<Class<?>, BiFunction<ResilienceRegistry, String, Object>> makers() {
        Map<Class<?>, BiFunction<ResilienceRegistry, String, Object>> types = new HashMap<>();
        for (GuardKind kind : GuardKind.values()) {
            types.put(kind.type(), kind::instance);
        }
        types.put(Pipeline.class, ResilienceRegistry::pipeline);
        return Map.copyOf(types);
    }

    /** The qualifier, whatever name it has. */
    static final class Named extends AnnotationLiteral<ResilienceInstance> implements ResilienceInstance {
        private static final long serialVersionUID = 1L;
        static final Named INSTANCE = new Named();

        private Named() {}

        @Override
        public String value() {
            return "";
        }
    }

    /** Makes a qualifier of the annotation. */
    static void register(BeforeBeanDiscovery event) {
        event.configureQualifier(ResilienceInstance.class)
                .methods()
                .forEach(member -> member.add(Nonbinding.Literal.INSTANCE));
    }

    /** Makes a qualifier of the annotation. */
    static void register(MetaAnnotations annotations) {
        annotations
                .addQualifier(ResilienceInstance.class)
                .methods()
                .forEach(member -> member.addAnnotation(Nonbinding.Literal.INSTANCE));
    }

    /** The types that can be injected by name. */
    static Set<Class<?>> types() {
        return TYPES.keySet();
    }

    /** Notes the name that is asked for, if one is. */
    void note(InjectionPoint point) {
        nameOf(point)
                .ifPresent(name -> GuardKind.ofType(provided(point.getType()))
                        .ifPresent(kind -> note(kind, name, String.valueOf(point.getMember()))));
    }

    /** What is asked for later where a provider of it is injected; any other type itself. */
    private static Type provided(Type type) {
        return type instanceof ParameterizedType parameterized
                        && PROVIDERS.contains(parameterized.getRawType().getTypeName())
                ? parameterized.getActualTypeArguments()[0]
                : type;
    }

    /**
     * Notes a name that is asked for.
     *
     * @param member the field or method at which it is
     */
    void note(GuardKind kind, String name, String member) {
        declarations.add(new Declaration(kind.pattern(), name, true, Map.of(), "@ResilienceInstance at " + member));
    }

    /** The names that are asked for, as uses of instances that must exist. */
    List<Declaration> declarations() {
        return List.copyOf(declarations);
    }

    void addBeans(AfterBeanDiscovery event, Supplier<ResilienceRegistry> registry) {
        TYPES.keySet()
                .forEach(type -> event.<Object>addBean()
                        .id(InjectedInstances.class.getName() + '/' + type.getName())
                        .types(type, Object.class)
                        .qualifiers(Any.Literal.INSTANCE, Named.INSTANCE)
                        .scope(Dependent.class)
                        .produceWith(lookup -> at(lookup, type, registry.get())));
    }

    /** The instance of that type, of the name that the injection point gives for which one is looked up. */
    static Object at(Instance<Object> lookup, Class<?> type, ResilienceRegistry registry) {
        @Nullable InjectionPoint point = lookup.select(InjectionPoint.class).get();
        if (point == null) {
            throw new IllegalStateException(
                    "A " + type.getName() + " is looked up by no injection point, which would have"
                            + " told its name. Remedy: ask the ResilienceRegistry for it by name");
        }
        String name = nameOf(point).orElse("");
        return Objects.requireNonNull(TYPES.get(type)).apply(registry, name);
    }

    private static Optional<String> nameOf(InjectionPoint point) {
        return point.getQualifiers().stream()
                .filter(ResilienceInstance.class::isInstance)
                .map(qualifier -> ((ResilienceInstance) qualifier).value())
                .findFirst();
    }
}
