package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.cdi.LiteExtension;
import dev.firefly.resilience.cdi.ResilienceExtension;
import dev.firefly.resilience.event.ResilienceEvent;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.ObserverInfo;
import jakarta.enterprise.inject.build.compatible.spi.Registration;
import jakarta.enterprise.inject.build.compatible.spi.SkipIfPortableExtensionPresent;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LiteExtensionTest {
    @ParameterizedTest
    @EnumSource(Container.class)
    void eachContainerTakesTheExtensionOfItsKindAndNoOther(Container container) {
        try (Application app = container.start(SoundBeans.PlainRetry.class)) {
            assertThat(app.container().select(ResilienceExtension.class).isResolvable())
                    .isEqualTo(container == Container.FULL);
        }
    }

    @Test
    void standsBackBehindThePortableExtension() {
        assertThat(LiteExtension.class
                        .getAnnotation(SkipIfPortableExtensionPresent.class)
                        .value())
                .isEqualTo(ResilienceExtension.class);
    }

    @Test
    void isFoundByContainers() {
        assertThat(ServiceLoader.load(BuildCompatibleExtension.class)).hasAtLeastOneElementOfType(LiteExtension.class);
    }

    @Test
    void whatTheseTestsRunOnWeldSaysTheSame() {
        assertThat(declarations(LiteOnWeld.class)).isEqualTo(declarations(LiteExtension.class));
    }

    private static Map<String, Set<Annotation>> declarations(Class<?> extension) {
        return Arrays.stream(extension.getDeclaredMethods())
                .filter(method -> !method.isSynthetic())
                .collect(Collectors.toMap(
                        method -> method.getName() + Arrays.toString(method.getParameterTypes()),
                        method -> Set.of(method.getAnnotations())));
    }

    @Test
    void observersOfEveryEventAreLookedFor() throws NoSuchMethodException {
        Method noteObserver = LiteExtension.class.getMethod("noteObserver", ObserverInfo.class);

        assertThat(noteObserver.getAnnotation(Registration.class).types())
                .contains(Object.class)
                .contains(eventsUnder(ResilienceEvent.class).toArray(Class<?>[]::new));
    }

    private static Stream<Class<?>> eventsUnder(Class<?> type) {
        Stream<Class<?>> below = type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(LiteExtensionTest::eventsUnder)
                : Stream.empty();
        return Stream.concat(Stream.of(type), below);
    }
}
