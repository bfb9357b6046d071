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
import org.jspecify.annotations.Nullable;

/** What the types in inherited members mean in one class: {@code T} in a superclass is what this class puts for it. */
final class Generics {
    private final Map<TypeVariable<?>, Type> meanings = new HashMap<>();

    Generics(Class<?> view) {
        learn(view);
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

    /** What this class puts for a type parameter of one of its supertypes, erased; empty if it leaves that open. */
    Optional<Class<?>> argument(TypeVariable<?> variable) {
        @Nullable Type meaning = meanings.get(variable);
        while (meaning instanceof TypeVariable<?> next) {
            meaning = meanings.get(next);
        }
        return Optional.ofNullable(meaning).map(this::erasure);
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
