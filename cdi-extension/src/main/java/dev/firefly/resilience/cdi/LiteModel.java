package dev.firefly.resilience.cdi;

import dev.firefly.resilience.annotation.ResilienceInstance;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.build.compatible.spi.BeanInfo;
import jakarta.enterprise.inject.build.compatible.spi.InjectionPointInfo;
import jakarta.enterprise.inject.build.compatible.spi.ObserverInfo;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanBuilder;
import jakarta.enterprise.lang.model.AnnotationInfo;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import jakarta.enterprise.lang.model.declarations.DeclarationInfo;
import jakarta.enterprise.lang.model.declarations.MethodInfo;
import jakarta.enterprise.lang.model.types.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was found in an application before it runs, in the container's model of classes. It travels to the running
 * application as parameters of a bean, {@link LiteFindings}. Confined to the building thread.
 */
final class LiteModel {
    private final Map<String, ClassInfo> annotated = new LinkedHashMap<>();
    private final Map<String, ClassInfo> guardedBeans = new LinkedHashMap<>();
    private final Map<String, ClassInfo> observed = new LinkedHashMap<>();
    private final Map<String, ClassInfo> observedAsync = new LinkedHashMap<>();
    private final Set<String> behindInterfaces = new LinkedHashSet<>();
    private final Set<String> ownBeans = new LinkedHashSet<>();
    private final List<String> kinds = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<String> members = new ArrayList<>();

    /** Notes a class or an interface with annotations of ours, bean or not. */
    void noteAnnotated(ClassInfo type) {
        annotated.put(type.name(), type);
    }

    /** Notes a bean and where it is injected into. */
    void note(BeanInfo bean) {
        // Those are told of only after the beans of this library have been made, which may be among them.
        if (bean.isSynthetic()) {
            return;
        }
        if (bean.isClassBean() && LitePresence.in(bean.declaringClass())) {
            guardedBeans.put(bean.declaringClass().name(), bean.declaringClass());
        }
        if (bean.qualifiers().stream().anyMatch(qualifier -> isOf(Default.class, qualifier))) {
            bean.types().forEach(type -> raw(type).map(ClassInfo::name).ifPresent(ownBeans::add));
        }
        if (bean.types().stream().flatMap(type -> raw(type).stream()).anyMatch(LiteModel::isGuardedInterface)) {
            behindInterfaces.add(bean.declaringClass().name());
        }
        bean.injectionPoints().forEach(this::note);
    }

    private static boolean isGuardedInterface(ClassInfo type) {
        return type.isInterface() && LitePresence.in(type);
    }

    /** Notes an observer of events that may be ours. */
    void note(ObserverInfo observer) {
        // Events of ours have no qualifier, so that an observer with some hears of none.
        raw(observer.eventType())
                .filter(type -> observer.qualifiers().stream().allMatch(qualifier -> isOf(Any.class, qualifier)))
                .ifPresent(type -> (observer.isAsync() ? observedAsync : observed).put(type.name(), type));
        // Its further parameters are injected, but are no injection points of its bean.
        if (!observer.isSynthetic()) {
            observer.observerMethod().parameters().stream()
                    .filter(parameter -> parameter.annotations().stream().noneMatch(LiteModel::marksTheEvent))
                    .forEach(parameter -> note(parameter.annotations(), parameter.type(), parameter));
        }
    }

    private void note(InjectionPointInfo point) {
        note(point.qualifiers(), point.type(), point.declaration());
    }

    private void note(Collection<AnnotationInfo> annotations, Type type, DeclarationInfo declaration) {
        annotations.stream()
                .filter(annotation -> isOf(ResilienceInstance.class, annotation))
                .forEach(annotation -> kind(type).ifPresent(kind -> {
                    kinds.add(kind.name());
                    names.add(annotation.member("value").asString());
                    members.add(member(declaration));
                }));
    }

    /** Packs everything up. */
    void writeTo(SyntheticBeanBuilder<LiteFindings> bean) {
        bean.withParam(LiteFindings.ANNOTATED, annotated.values().toArray(ClassInfo[]::new))
                .withParam(LiteFindings.GUARDED_BEANS, guardedBeans.values().toArray(ClassInfo[]::new))
                .withParam(LiteFindings.OBSERVED, observed.values().toArray(ClassInfo[]::new))
                .withParam(LiteFindings.OBSERVED_ASYNC, observedAsync.values().toArray(ClassInfo[]::new))
                .withParam(LiteFindings.BEHIND_INTERFACES, behindInterfaces.toArray(String[]::new))
                .withParam(LiteFindings.OWN_BEANS, own().toArray(String[]::new))
                .withParam(LiteFindings.INSTANCE_KINDS, kinds.toArray(String[]::new))
                .withParam(LiteFindings.INSTANCE_NAMES, names.toArray(String[]::new))
                .withParam(LiteFindings.INSTANCE_MEMBERS, members.toArray(String[]::new));
    }

    /** Whether the application brings a bean of that type, so that it is not given one. */
    boolean hasOwn(Class<?> type) {
        return ownBeans.contains(type.getName());
    }

    private List<String> own() {
        return Beans.defaults().stream()
                .filter(this::hasOwn)
                .map(Class::getName)
                .toList();
    }

    private static Optional<GuardKind> kind(Type type) {
        return raw(provided(type))
                .flatMap(info -> Arrays.stream(GuardKind.values())
                        .filter(kind -> kind.type().getName().equals(info.name()))
                        .findFirst());
    }

    /** What is asked for later where a provider of it is injected; any other type itself. */
    private static Type provided(Type type) {
        return type.isParameterizedType()
                        && InjectedInstances.PROVIDERS.contains(
                                type.asParameterizedType().declaration().name())
                ? type.asParameterizedType().typeArguments().get(0)
                : type;
    }

    private static Optional<ClassInfo> raw(Type type) {
        if (type.isParameterizedType()) {
            return Optional.of(type.asParameterizedType().declaration());
        }
        if (type.isTypeVariable()) {
            return type.asTypeVariable().bounds().stream().findFirst().flatMap(LiteModel::raw);
        }
        return type.isClass() ? Optional.of(type.asClass().declaration()) : Optional.empty();
    }

    /** ObserverInfo would tell the parameter itself, but in Weld fails to for asynchronous observers. */
    private static boolean marksTheEvent(AnnotationInfo annotation) {
        return isOf(Observes.class, annotation) || isOf(ObservesAsync.class, annotation);
    }

    private static boolean isOf(Class<?> wanted, AnnotationInfo annotation) {
        return annotation.declaration().name().equals(wanted.getName());
    }

    private static String member(DeclarationInfo declaration) {
        if (declaration.isField()) {
            return declaration.asField().declaringClass().name()
                    + '.'
                    + declaration.asField().name();
        }
        MethodInfo method =
                declaration.isParameter() ? declaration.asParameter().declaringMethod() : declaration.asMethod();
        String type = method.declaringClass().name();
        return method.isConstructor() ? type : type + '.' + method.name();
    }
}
