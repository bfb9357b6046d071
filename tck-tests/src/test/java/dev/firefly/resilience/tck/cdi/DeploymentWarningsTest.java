package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.Retry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Vetoed;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
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
}
