package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.Retry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Vetoed;
import jakarta.enterprise.inject.spi.Unmanaged;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class DeploymentWarningsTest {
    @Parameter
    Container container;

    abstract static class NoBean {
        @Retry
        void call() {}
    }

    @ApplicationScoped
    static class Unrelated {}

    @Test
    void aClassThatIsNoBeanIsToldOf() {
        assertThat(LogOf.start(container, Unrelated.class, NoBean.class))
                .singleElement()
                .asString()
                .startsWith(NoBean.class.getName() + " has annotations of this library but is no bean");
    }

    /** As servers make REST resources without a scope, in archives where only classes with one are beans. */
    static class MadeByTheContainer {
        @Retry
        String call() {
            return "called";
        }
    }

    @Test
    void aCallOfAnInterceptedObjectThatIsNoBeanIsToldOfOnce() {
        try (Application app = container.start(Unrelated.class);
                LogOf log = LogOf.open()) {
            Unmanaged.UnmanagedInstance<MadeByTheContainer> made =
                    new Unmanaged<>(app.container().getBeanManager(), MadeByTheContainer.class).newInstance();
            MadeByTheContainer object = made.produce().inject().postConstruct().get();

            assertThat(object.call()).isEqualTo("called");
            assertThat(object.call()).isEqualTo("called");

            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains("MadeByTheContainer", "#call() has annotations of this library, but its class is no bean")
                    .contains("nothing guards it. Give the class a scope");
        }
    }

    @ApplicationScoped
    static class Subclass extends NoBean {}

    @Test
    void aSuperclassOfABeanIsNot() {
        assertThat(LogOf.start(container, Subclass.class, NoBean.class)).isEmpty();
    }

    @ApplicationScoped
    static class GuardedFallback {
        @Retry
        @Fallback(method = "instead")
        String call() {
            return "";
        }

        @Retry
        @CircuitBreaker
        String instead() {
            return "";
        }
    }

    @Test
    void annotationsOnAFallbackAreToldOf() {
        String name = GuardedFallback.class.getName();

        assertThat(LogOf.start(container, GuardedFallback.class))
                .containsExactly(
                        name + "#instead() has @CircuitBreaker and @Retry, which does nothing when it is called as"
                                + " the fallback of " + name + "#call()");
    }

    @ApplicationScoped
    static class CallsItself {
        @Retry
        void guarded(String text) {}

        @Retry
        String referred() {
            return "";
        }

        @Retry
        void calledByNobody() {}

        String guarded() {
            guarded("");
            Supplier<String> supplier = this::referred;
            return supplier.get();
        }
    }

    @Test
    void callsWithinTheClassAreToldOf() {
        String name = CallsItself.class.getName();

        assertThat(LogOf.start(container, CallsItself.class))
                .hasSize(2)
                .anySatisfy(text ->
                        assertThat(text).startsWith(name + "#guarded(java.lang.String) is called within its own class"))
                .anySatisfy(text -> assertThat(text).startsWith(name + "#referred() is called within its own class"));
    }

    @ApplicationScoped
    static class CallsAnother {
        @Retry
        void guarded() {}

        void call(Other other) {
            other.guarded();
        }
    }

    @Vetoed
    static class Other {
        void guarded() {}
    }

    @Test
    void callsOfAnotherClassAreNot() {
        assertThat(LogOf.start(container, CallsAnother.class)).isEmpty();
    }

    @Retry
    interface Prices {
        String price();

        @CircuitBreaker
        String old(String item);
    }

    @ApplicationScoped
    static class Shop implements Prices {
        @Override
        public String price() {
            return "";
        }

        @Override
        public String old(String item) {
            return "";
        }
    }

    @Test
    void annotationsOnAnInterfaceThatAClassImplementsAreToldOf() {
        String prices = Prices.class.getName();
        String rest = ", which does nothing in " + Shop.class.getName()
                + ": classes do not inherit the annotations of interfaces. Put it on the class";

        assertThat(LogOf.start(container, Shop.class, Prices.class))
                .containsExactlyInAnyOrder(
                        "The interface " + prices + " has @Retry" + rest,
                        "The interface method " + prices + "#old(java.lang.String) has @CircuitBreaker" + rest);
    }

    @ApplicationScoped
    @Retry
    static class GuardedShop extends Shop {
        @Override
        @CircuitBreaker
        public String old(String item) {
            return "";
        }
    }

    @Test
    void whereTheClassHasAnnotationsOfItsOwnThoseOnTheInterfaceAreNot() {
        assertThat(LogOf.start(container, GuardedShop.class, Prices.class)).isEmpty();
    }

    /** The other library need not be there for that, and is not here. */
    @Test
    void methodsThatMicroProfileFaultToleranceGuardsTooAreToldOf(@TempDir Path directory) throws Exception {
        String other = "org.eclipse.microprofile.faulttolerance.Timeout";
        Map<String, String> sources = Map.of(
                other,
                "package org.eclipse.microprofile.faulttolerance;"
                        + "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)"
                        + "public @interface Timeout {}",
                "Client",
                "@jakarta.enterprise.context.ApplicationScoped public class Client {"
                        + "@dev.firefly.resilience.annotation.Retry @" + other + " public void call() {}"
                        + "@" + other + " public void other() {} }");
        try (CompiledBeans beans = CompiledBeans.of(sources, List.of("Client"), directory)) {
            assertThat(LogOf.start(container, beans.classes()))
                    .containsExactly("Client#call() is guarded by MicroProfile Fault Tolerance as well (" + other
                            + "): the attempts of both multiply");
        }
    }

    interface Mapper<T> {
        T map(T value);
    }

    @ApplicationScoped
    static class Trimming implements Mapper<String>, Callable<String> {
        @Override
        @Retry
        public String map(String value) {
            return value.strip();
        }

        @Override
        @Retry
        public String call() {
            return "";
        }
    }

    @Test
    void theCompilersOwnCallsForTypeParametersAreNoCallsWithinTheClass() {
        assertThat(LogOf.start(container, Trimming.class)).isEmpty();
    }

    @ApplicationScoped
    static class Branching implements Mapper<String> {
        @Override
        @Retry
        public String map(String value) {
            return value.strip();
        }

        /** With instructions of all lengths before the call. */
        String called(int number, long large, Object... more) {
            int count = 1000 + number;
            count += 300;
            switch (number) {
                case 1, 2, 3 -> count++;
                case 100_000 -> count--;
                default -> count += 2;
            }
            switch (count) {
                case -7, 9_000, 1_000_000 -> count = 5;
                default -> large += 70_000L;
            }
            Object[][] table = new Object[count][2];
            Supplier<String> text = more.length > 0 ? () -> String.valueOf(table.length) : () -> "";
            return map(text.get() + large);
        }
    }

    @Test
    void callsOfAMethodThatTheCompilerCallsTooAreToldOfStill() {
        assertThat(LogOf.start(container, Branching.class))
                .singleElement()
                .asString()
                .startsWith(Branching.class.getName() + "#map(java.lang.String) is called within its own class");
    }
}
