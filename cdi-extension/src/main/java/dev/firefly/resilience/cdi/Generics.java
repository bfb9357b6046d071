package dev.firefly.resilience.cdi;

import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the types in inherited members mean in one class: {@code T} in a superclass is what this class puts for it. */
final class Generics {
    private final Map<TypeVariable<?>, Type> meanings = new HashMap<>();

    Generics(Class<?> view) {
        learn(view);
    }

    /** The class or interface of a type; of a type parameter that of its bound. */
    static Class<?> raw(Type type) {
        return new Generics(Object.class).erasure(type);
    }

    /** The parameter types of a method as this class sees them, erased. */
    List<Class<?>> parameters(Method method) {
        return Arrays.<Type>stream(method.getGenericParameterTypes())
                .<Class<?>>map(this::erasure)
                .toList();
    }

    /** The result type of a method as this class sees it, erased; a primitive one as its wrapper. */
    Class<?> result(Method method) {
        return MethodType.methodType(erasure(method.getGenericReturnType()))
                .wrap()
                .returnType();
    }

    /** What this class puts for a type parameter of one of its supertypes; empty if it leaves that open. */
    Optional<Type> argument(TypeVariable<?> variable) {
        @Nullable Type meaning = meanings.get(variable);
        while (meaning instanceof TypeVariable<?> next) {
            meaning = meanings.get(next);
        }
        return Optional.ofNullable(meaning);
    }

    /** Whether another method begins with the parameters of a method, as this class sees both. */
    boolean takesTheSame(Method method, Method other) {
        Type[] wanted = method.getGenericParameterTypes();
        Type[] taken = other.getGenericParameterTypes();
        return IntStream.range(0, wanted.length).allMatch(i -> isSame(wanted[i], taken[i]));
    }

    /** Whether one result can stand for another of which the raw type is known to fit; false if it surely cannot. */
    boolean mayBeMeant(Type wanted, Type given) {
        if (!(meaning(wanted) instanceof ParameterizedType one)
                || !(meaning(given) instanceof ParameterizedType other)) {
            return true;
        }
        Type[] expected = one.getActualTypeArguments();
        Type[] found = other.getActualTypeArguments();
        boolean comparable = one.getRawType() == other.getRawType() || areStages(one, other);
        return !comparable
                || IntStream.range(0, expected.length)
                        .allMatch(i -> isOpen(expected[i]) || isOpen(found[i]) || isSame(expected[i], found[i]));
    }

    private boolean isOpen(Type argument) {
        return meaning(argument) instanceof WildcardType || meaning(argument) instanceof TypeVariable<?>;
    }

    private static boolean areStages(ParameterizedType... types) {
        return Stream.of(types)
                .allMatch(type ->
                        type.getRawType() == CompletionStage.class || type.getRawType() == CompletableFuture.class);
    }

    private boolean isSame(Type first, Type second) {
        Type one = meaning(first);
        Type other = meaning(second);
        if (one instanceof ParameterizedType a && other instanceof ParameterizedType b) {
            return a.getRawType() == b.getRawType() && areSame(a.getActualTypeArguments(), b.getActualTypeArguments());
        }
        if (one instanceof WildcardType a && other instanceof WildcardType b) {
            return areSame(a.getUpperBounds(), b.getUpperBounds()) && areSame(a.getLowerBounds(), b.getLowerBounds());
        }
        if (one instanceof GenericArrayType a && other instanceof GenericArrayType b) {
            return isSame(a.getGenericComponentType(), b.getGenericComponentType());
        }
        if (one instanceof WildcardType || other instanceof WildcardType) {
            return false;
        }
        // What remains is a class, a raw type, or a variable left open: of these the erasure is all there is to
        // compare.
        return erasure(one) == erasure(other);
    }

    private boolean areSame(Type[] some, Type[] others) {
        return some.length == others.length
                && IntStream.range(0, some.length).allMatch(i -> isSame(some[i], others[i]));
    }

    /** What a variable stands for, where this class says it; any other type itself. */
    private Type meaning(Type type) {
        @Nullable Type known = type;
        while (known instanceof TypeVariable<?> variable && meanings.containsKey(variable)) {
            known = meanings.get(variable);
        }
        return known == null ? type : known;
    }

    private void learn(@Nullable Type type) {
        if (type instanceof ParameterizedType parameterized && parameterized.getRawType() instanceof Class<?> raw) {
            TypeVariable<?>[] variables = raw.getTypeParameters();
            for (int i = 0; i < variables.length; i++) {
                meanings.put(variables[i], parameterized.getActualTypeArguments()[i]);
            }
            learn(raw);
        } else if (type instanceof Class<?> raw) {
            learn(raw.getGenericSuperclass());
            for (Type above : raw.getGenericInterfaces()) {
                learn(above);
            }
        }
    }

    private Class<?> erasure(Type type) {
        if (type instanceof Class<?> raw) {
            return raw;
        }
        if (type instanceof ParameterizedType parameterized) {
            return erasure(parameterized.getRawType());
        }
        if (type instanceof GenericArrayType array) {
            return Array.newInstance(erasure(array.getGenericComponentType()), 0)
                    .getClass();
        }
        if (type instanceof WildcardType wildcard) {
            return erasure(wildcard.getUpperBounds()[0]);
        }
        if (type instanceof TypeVariable<?> variable) {
            @Nullable Type meaning = meanings.get(variable);
            return erasure(meaning == null ? variable.getBounds()[0] : meaning);
        }
        return Object.class;
    }
}
