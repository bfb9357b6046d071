package dev.firefly.resilience.cdi;

import jakarta.enterprise.lang.model.AnnotationInfo;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whether a class or an interface can have guarded methods at all, by the container's model of classes. Only such classes
 * are looked into when the application runs: parts of others may be missing by then.
 */
final class LitePresence {
    private final Set<String> seen = new HashSet<>();

    private LitePresence() {}

    /** Whether one of our annotations, be it carried by another, is on it, on what it inherits from or on a method. */
    static boolean in(ClassInfo type) {
        LitePresence presence = new LitePresence();
        return hierarchy(type)
                .anyMatch(above -> presence.among(above.annotations())
                        || above.methods().stream().anyMatch(method -> presence.among(method.annotations())));
    }

    private static Stream<ClassInfo> hierarchy(ClassInfo type) {
        return Stream.concat(
                Stream.of(type),
                Stream.concat(
                                Stream.ofNullable(type.superClassDeclaration()),
                                type.superInterfacesDeclarations().stream())
                        .flatMap(LitePresence::hierarchy));
    }

    private boolean among(Collection<AnnotationInfo> annotations) {
        return annotations.stream().map(AnnotationInfo::declaration).anyMatch(this::carries);
    }

    private boolean carries(ClassInfo annotation) {
        // Annotations may carry each other in a circle.
        return GuardAnnotations.isOne(annotation.name())
                || (seen.add(annotation.name()) && among(annotation.annotations()));
    }
}
