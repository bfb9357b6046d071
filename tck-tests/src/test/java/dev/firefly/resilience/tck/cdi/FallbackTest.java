package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.Retry;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class FallbackTest {
    @Parameter
    Container container;

    interface Defaults {
        default String fromInterface(String key) {
            return "interface " + key;
        }
    }

    interface MoreDefaults extends Defaults {}

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // called by their names
    abstract static class Above<K, V> implements MoreDefaults {
        protected V fromSuperclass(K key) {
            throw new IllegalStateException("overridden");
        }

        @Fallback(method = "privateAbove")
        String guardedAbove(K key) throws IOException {
            throw new IOException("above");
        }

        private String privateAbove(K key) {
            return "private above " + key;
        }

        @Fallback(method = "generic")
        V find(K key) throws IOException {
            throw new IOException("find");
        }

        abstract V generic(K key);

        @Fallback(method = "own")
        String called(K key) throws IOException {
            throw new IOException("called");
        }

        String own(K key) {
            return "superclass " + key;
        }
    }

    @ApplicationScoped
    @Retry
    @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // called by their names
    static class Catalog extends Above<String, String> {
        @Fallback(method = "cached")
        String kinds(Exception failure) throws Exception {
            throw failure;
        }

        private String cached(Exception parameter) {
            return "plain";
        }

        private String cached(Exception parameter, IOException failure) {
            return "io " + failure.getMessage();
        }

        private String cached(Exception parameter, FileNotFoundException failure) {
            return "file " + failure.getMessage();
        }

        @Fallback(method = "onlyIo")
        String only(Exception failure) throws Exception {
            throw failure;
        }

        String onlyIo(Exception parameter, IOException failure) {
            return "io";
        }

        @Fallback(method = "fromInterface")
        String viaInterface(String key) throws IOException {
            throw new IOException();
        }

        @Fallback(method = "fromSuperclass")
        String viaSuperclass(String key) throws IOException {
            throw new IOException();
        }

        @Override
        protected String fromSuperclass(String key) {
            return "overridden " + key;
        }

        @Override
        String generic(String key) {
            return "generic " + key;
        }

        @Override
        String own(String key) {
            return "subclass " + key;
        }

        @Fallback(method = "fixed")
        int number() throws IOException {
            throw new IOException();
        }

        static Integer fixed() {
            return 7;
        }

        @Fallback(method = "nothing")
        String nullable() throws IOException {
            throw new IOException();
        }

        String nothing() {
            return null;
        }

        @Fallback(method = "broken")
        String twice() throws IOException {
            throw new IOException("first");
        }

        private String broken() throws TimeoutException {
            throw new TimeoutException("second");
        }

        @Fallback(method = "fine", on = IOException.class, skipOn = FileNotFoundException.class)
        String chosen(Exception failure) throws Exception {
            throw failure;
        }

        String fine(Exception failure) {
            return "fine";
        }
    }

    @Test
    void theMethodWithTheMostSpecificFailureWins() throws Exception {
        try (Application app = container.start(Catalog.class)) {
            Catalog catalog = app.get(Catalog.class);

            assertThat(catalog.kinds(new FileNotFoundException("f"))).isEqualTo("file f");
            assertThat(catalog.kinds(new IOException("i"))).isEqualTo("io i");
            assertThat(catalog.kinds(new TimeoutException("t"))).isEqualTo("plain");
        }
    }

    @Test
    void aFailureThatNoMethodTakesPassesUnchanged() throws Exception {
        try (Application app = container.start(Catalog.class)) {
            Catalog catalog = app.get(Catalog.class);
            TimeoutException failure = new TimeoutException("t");

            assertThat(catalog.only(new FileNotFoundException())).isEqualTo("io");
            assertThatThrownBy(() -> catalog.only(failure)).isSameAs(failure).hasNoSuppressedExceptions();
        }
    }

    @Test
    void methodsAreFoundInSuperclassesAndInterfacesWithGenericsResolved() throws Exception {
        try (Application app = container.start(Catalog.class)) {
            Catalog catalog = app.get(Catalog.class);

            assertThat(catalog.viaInterface("a")).isEqualTo("interface a");
            assertThat(catalog.viaSuperclass("b")).isEqualTo("overridden b");
            assertThat(catalog.guardedAbove("c")).isEqualTo("private above c");
            assertThat(catalog.find("d")).isEqualTo("generic d");
        }
    }

    @Test
    void whatASubclassOverridesIsCalledInItsForm() throws Exception {
        try (Application app = container.start(Catalog.class)) {
            assertThat(app.get(Catalog.class).called("a")).isEqualTo("subclass a");
        }
    }

    interface Store<T> {
        @SuppressWarnings("unused") // part of the interface
        List<T> load(List<? extends T> keys) throws IOException;
    }

    @ApplicationScoped
    static class StringStore implements Store<String> {
        @Override
        @Fallback(method = "cached")
        public List<String> load(List<? extends String> keys) throws IOException {
            throw new IOException("down");
        }

        List<String> cached(List<? extends String> keys) {
            return List.copyOf(keys);
        }
    }

    @Test
    void wildcardsAreTheSameWhereTheirBoundsAreAndBridgesAreNoMethodsOfTheirOwn() throws Exception {
        try (Application app = container.start(StringStore.class)) {
            Store<String> store = app.get(StringStore.class);

            assertThat(store.load(List.of("a"))).containsExactly("a");
        }
    }

    @Test
    void staticMethodsAndWrappersOfPrimitivesFit() throws Exception {
        try (Application app = container.start(Catalog.class)) {
            assertThat(app.get(Catalog.class).number()).isEqualTo(7);
        }
    }

    @Test
    void nullIsAValue() throws Exception {
        try (Application app = container.start(Catalog.class)) {
            assertThat(app.get(Catalog.class).nullable()).isNull();
        }
    }

    @Test
    void whatTheFallbackThrowsIsThrownAsItIsWithTheFailureSuppressed() {
        try (Application app = container.start(Catalog.class)) {
            assertThatThrownBy(() -> app.get(Catalog.class).twice())
                    .isExactlyInstanceOf(TimeoutException.class)
                    .hasMessage("second")
                    .satisfies(thrown -> assertThat(thrown.getSuppressed())
                            .singleElement()
                            .isInstanceOf(IOException.class)
                            .hasToString("java.io.IOException: first"));
        }
    }

    @Test
    void onlyTheFailuresMeantAreReplaced() throws Exception {
        try (Application app = container.start(Catalog.class)) {
            Catalog catalog = app.get(Catalog.class);

            assertThat(catalog.chosen(new IOException())).isEqualTo("fine");
            assertThatThrownBy(() -> catalog.chosen(new FileNotFoundException("f")))
                    .isExactlyInstanceOf(FileNotFoundException.class);
            assertThatThrownBy(() -> catalog.chosen(new TimeoutException("t")))
                    .isExactlyInstanceOf(TimeoutException.class);
        }
    }
}
