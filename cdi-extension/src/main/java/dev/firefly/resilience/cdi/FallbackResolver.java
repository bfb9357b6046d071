package dev.firefly.resilience.cdi;

import dev.firefly.resilience.cdi.FallbackMethod.Overload;
import dev.firefly.resilience.config.Problem;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the methods that a fallback names, for one guarded method. */
final class FallbackResolver {
    private final GuardedMethod guarded;
    private final Class<?> asking;
    private final String name;
    private final DeploymentProblems problems;
    private final Generics generics;

    /** @param asking the class with the annotation: what it cannot see is not found */
    FallbackResolver(GuardedMethod guarded, Class<?> asking, String name, DeploymentProblems problems) {
        this.guarded = guarded;
        this.asking = asking;
        this.name = name;
        this.problems = problems;
        this.generics = new Generics(guarded.beanClass());
    }

    /** The replacement; empty when there is none that fits, which is then noted as a problem. */
    Optional<Substitute> resolve() {
        List<Method> candidates =
                methods().filter(method -> method.getName().equals(name)).toList();
        Map<Class<?>, Overload> fitting = new LinkedHashMap<>();
        for (Method candidate : candidates) {
            Class<?> failure = failureType(candidate);
            // The first found is the nearest to the bean class, and overrides the others.
            if (misfit(candidate).isEmpty() && !fitting.containsKey(failure)) {
                overload(candidate, failure).ifPresent(found -> fitting.put(failure, found));
            }
        }
        if (fitting.isEmpty()) {
            complain(candidates);
            return Optional.empty();
        }
        return Optional.of(new FallbackMethod(List.copyOf(fitting.values())));
    }

    private void complain(List<Method> candidates) {
        String complaint = "has a @Fallback that names the method [" + name + "], ";
        if (candidates.isEmpty()) {
            String places = asking.getName() + ", its superclasses and its interfaces";
            problems.add(
                    ProblemKind.FALLBACK_METHOD_MISSING,
                    guarded.name(),
                    complaint + "which there is none of in " + places + fitting());
        } else {
            String found = candidates.stream()
                    .map(candidate -> signature(candidate) + ' ' + misfit(candidate))
                    .collect(Collectors.joining("; "));
            problems.add(
                    ProblemKind.FALLBACK_SIGNATURE,
                    guarded.name(),
                    complaint + "none of which fits [" + signature(guarded.method()) + "]: " + found);
        }
    }

    /** What could have been meant. */
    private String fitting() {
        List<String> names = methods()
                .filter(method -> misfit(method).isEmpty())
                .map(Method::getName)
                .distinct()
                .toList();
        return names.isEmpty() ? "" : " (it would fit: " + Problem.listed(names) + ')';
    }

    /** What the asking class has of its own or from above, nearest first, whatever its name. */
    private Stream<Method> methods() {
        return Hierarchy.of(asking).stream()
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .filter(method -> !method.equals(guarded.method()) && !method.isSynthetic())
                .filter(method -> !Modifier.isAbstract(method.getModifiers())
                        || !guarded.beanClass().isInterface())
                .filter(method -> !Modifier.isStatic(method.getModifiers())
                        || !method.getDeclaringClass().isInterface());
    }

    /** Why a candidate cannot be the fallback; empty when it can. */
    private String misfit(Method candidate) {
        int extra = candidate.getParameterCount() - guarded.method().getParameterCount();
        if (extra < 0 || extra > 1 || !generics.takesTheSame(guarded.method(), candidate)) {
            return "(takes other parameters)";
        }
        if (extra == 1 && !Throwable.class.isAssignableFrom(failureType(candidate))) {
            return "(its last parameter is no exception)";
        }
        if (!resultFits(candidate)) {
            return guarded.isAsynchronous() ? "(does not return such a stage)" : "(returns another type)";
        }
        return isVisible(candidate) ? "" : "(is not visible to " + asking.getName() + ')';
    }

    /** The type of the parameter after those of the guarded method; {@code void} where there is none. */
    private Class<?> failureType(Method candidate) {
        int count = guarded.method().getParameterCount();
        return candidate.getParameterCount() > count
                ? generics.parameters(candidate).get(count)
                : void.class;
    }

    private boolean resultFits(Method candidate) {
        Class<?> wanted = guarded.isAsynchronous() ? CompletionStage.class : generics.result(guarded.method());
        return wanted.isAssignableFrom(generics.result(candidate))
                && generics.mayBeMeant(guarded.method().getGenericReturnType(), candidate.getGenericReturnType());
    }

    private boolean isVisible(Method candidate) {
        int modifiers = candidate.getModifiers();
        if (Modifier.isPrivate(modifiers)) {
            return candidate.getDeclaringClass() == asking;
        }
        return Modifier.isPublic(modifiers)
                || Modifier.isProtected(modifiers)
                || candidate.getDeclaringClass().getPackage() == asking.getPackage();
    }

    private Optional<Overload> overload(Method candidate, Class<?> failure) {
        try {
            boolean takesFailure = failure != void.class;
            MethodHandle spread = handle(candidate)
                    .asFixedArity()
                    .asSpreader(Object[].class, candidate.getParameterCount())
                    .asType(MethodType.methodType(Object.class, Object.class, Object[].class));
            Class<? extends Throwable> type = takesFailure ? failure.asSubclass(Throwable.class) : Throwable.class;
            return Optional.of(new Overload(type, takesFailure, candidate, spread));
        } catch (ReflectiveOperationException e) {
            problems.add(ProblemKind.CLASS_ACCESS, guarded.name(), "has a fallback that cannot be called: " + e);
            return Optional.empty();
        }
    }

    private MethodHandle handle(Method candidate) throws ReflectiveOperationException {
        int modifiers = candidate.getModifiers();
        Class<?> caller = isBeyond(candidate) ? candidate.getDeclaringClass() : guarded.beanClass();
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(caller, MethodHandles.lookup());
        if (Modifier.isStatic(modifiers)) {
            return MethodHandles.dropArguments(lookup.unreflect(candidate), 0, Object.class);
        }
        // "Special": on a proxy's instance it runs the bean's own method, which no interceptor sees.
        MethodType type = MethodType.methodType(candidate.getReturnType(), candidate.getParameterTypes());
        return lookup.findSpecial(caller, name, type, caller);
    }

    /** Whether the bean class itself cannot see, and so not override, what the asking class does see. */
    private boolean isBeyond(Method candidate) {
        int modifiers = candidate.getModifiers();
        boolean withinPackage = !Modifier.isPublic(modifiers) && !Modifier.isProtected(modifiers);
        return Modifier.isPrivate(modifiers)
                || (withinPackage
                        && candidate.getDeclaringClass().getPackage()
                                != guarded.beanClass().getPackage());
    }

    /** As it is written, so that what differs can be seen. */
    private static String signature(Method method) {
        String parameters = Stream.of(method.getGenericParameterTypes())
                .map(Type::getTypeName)
                .collect(Collectors.joining(",", "(", ")"));
        return modifiers(method)
                + method.getGenericReturnType().getTypeName()
                + ' '
                + method.getDeclaringClass().getName()
                + '#'
                + method.getName()
                + parameters;
    }

    private static String modifiers(Method method) {
        String modifiers = Modifier.toString(
                method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE | Modifier.STATIC));
        return modifiers.isEmpty() ? "" : modifiers + ' ';
    }
}
