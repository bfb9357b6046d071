package dev.firefly.resilience.tck.cdi;

import static dev.firefly.resilience.tck.cdi.Failing.callsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class InheritanceTest {
    @Parameter
    Container container;

    @Retry(maxAttempts = 2)
    static class Above extends Failing {
        Object all() throws IOException {
            return fail();
        }

        @CircuitBreaker(failureThreshold = 9)
        @Retry(maxAttempts = 3)
        Object inherited() throws IOException {
            return fail();
        }

        @Retry(maxAttempts = 3)
        Object overridden() throws IOException {
            return fail();
        }
    }

    @ApplicationScoped
    static class Below extends Above {
        @Override
        Object overridden() throws IOException {
            return fail();
        }
    }

    @Dependent
    static class Beside extends Above {}

    @Test
    void annotationsAreInheritedButNotByAnOverridingMethod() {
        try (Application app = container.start(Below.class, Beside.class)) {
            Below bean = app.get(Below.class);

            assertThat(callsOf(bean, bean::all)).isEqualTo(2);
            assertThat(callsOf(bean, bean::inherited)).isEqualTo(3);
            assertThat(callsOf(bean, bean::overridden)).isEqualTo(2);
        }
    }

    @Test
    void everyBeanClassHasInstancesOfItsOwnForInheritedMethods() {
        try (Application app = container.start(Below.class, Beside.class)) {
            CircuitBreakers circuits = app.get(CircuitBreakers.class);
            Below bean = app.get(Below.class);
            callsOf(bean, bean::inherited);
            callsOf(bean, bean::inherited);
            callsOf(bean, bean::inherited);

            assertThat(circuits.isOpen(Below.class.getName() + "#inherited()")).isTrue();
            assertThat(circuits.isOpen(Beside.class.getName() + "#inherited()")).isFalse();
        }
    }

    @ApplicationScoped
    @Fallback(method = "instead")
    static class Replaced extends Failing {
        Object one() throws IOException {
            return fail();
        }

        Object instead() throws IOException {
            return calls > 1 ? fail() : "instead";
        }
    }

    @Test
    void theFallbackOfAClassDoesNotReplaceItself() {
        try (Application app = container.start(Replaced.class)) {
            Replaced bean = app.get(Replaced.class);

            assertThatThrownBy(() -> {
                        assertThat(bean.one()).isEqualTo("instead");
                        bean.one();
                    })
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(bean::instead).isInstanceOf(IOException.class);
        }
    }

    @ApplicationScoped
    static class Overloaded {
        @Retry
        void send(String[] texts, int count, Inner inner) {}

        static class Inner {}
    }

    @Test
    void derivedNamesConsistOfErasedBinaryNames() {
        try (Application app = container
                .of(Overloaded.class)
                .set("retry.other.max-attempts", "2")
                .start()) {
            String name = Overloaded.class.getName() + "#send(java.lang.String[],int," + Overloaded.class.getName()
                    + "$Inner)";

            assertThat(app.get(ResilienceRegistry.class).retry(name).config().maxAttempts())
                    .isEqualTo(3);
        }
    }

    @ApplicationScoped
    @CircuitBreaker(failureThreshold = 1)
    static class OneEach extends Failing {
        Object first() throws IOException {
            return fail();
        }

        Object second() throws IOException {
            return fail();
        }
    }

    @ApplicationScoped
    @CircuitBreaker(value = "shared", failureThreshold = 1)
    static class OneForAll extends Failing {
        Object first() throws IOException {
            return fail();
        }

        Object second() throws IOException {
            return fail();
        }
    }

    @Test
    void anAnnotationOnAClassMeansAnInstanceForEachMethodUnlessItHasAName() {
        try (Application app = container.start(OneEach.class, OneForAll.class)) {
            OneEach each = app.get(OneEach.class);
            OneForAll all = app.get(OneForAll.class);

            assertThat(callsOf(each, each::first)).isEqualTo(1);
            assertThat(callsOf(each, each::second))
                    .as("has a circuit of its own")
                    .isEqualTo(1);
            assertThat(callsOf(all, all::first)).isEqualTo(1);
            assertThatThrownBy(all::second).isInstanceOf(CircuitBreakerOpenException.class);
        }
    }

    interface Dao<T> {
        T load(T key) throws IOException;

        default Object twice(T key) throws IOException {
            return load(key);
        }
    }

    @ApplicationScoped
    @Retry(maxAttempts = 2)
    static class StringDao extends Failing implements Dao<String> {
        @Override
        @Retry(maxAttempts = 3)
        public String load(String key) throws IOException {
            return key + fail();
        }
    }

    @Test
    void aMethodIsGuardedOnceAlsoWhenItIsCalledThroughAGenericInterface() {
        try (Application app = container.start(StringDao.class)) {
            StringDao bean = app.get(StringDao.class);
            Dao<String> dao = bean;

            assertThat(callsOf(bean, () -> dao.load("a"))).isEqualTo(3);
            assertThat(callsOf(bean, () -> dao.twice("a"))).isEqualTo(2);
        }
    }

    abstract static class Saving<T> extends Failing {
        @Retry("known to nobody")
        Object save(T item) throws IOException {
            return fail();
        }
    }

    @ApplicationScoped
    static class Texts extends Saving<String> {
        @Override
        Object save(String item) throws IOException {
            return fail();
        }
    }

    abstract static class Removing<T> extends Failing {
        @Retry(maxAttempts = 3)
        Object remove(T item) throws IOException {
            return fail();
        }

        @Retry(maxAttempts = 4)
        Object remove(String id) throws IOException {
            return fail();
        }
    }

    @ApplicationScoped
    static class Numbers extends Removing<Integer> {
        @Override
        Object remove(String id) throws IOException {
            return fail();
        }
    }

    @Test
    void whatAMethodOverridesWithATypeParameterIsNotGuardedAnyMore() {
        try (Application app = container
                .of(Texts.class, Numbers.class)
                .set("retry.other.max-attempts", "2")
                .start()) {
            Texts texts = app.get(Texts.class);
            Numbers numbers = app.get(Numbers.class);
            Saving<String> saving = texts;

            assertThat(callsOf(texts, () -> texts.save("a"))).isEqualTo(1);
            assertThat(callsOf(texts, () -> saving.save("a"))).isEqualTo(1);
            assertThat(callsOf(numbers, () -> numbers.remove(1))).isEqualTo(3);
            assertThat(callsOf(numbers, () -> numbers.remove("a"))).isEqualTo(1);
        }
    }
}
