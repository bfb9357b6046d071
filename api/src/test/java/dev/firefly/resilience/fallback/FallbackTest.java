package dev.firefly.resilience.fallback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is replaced and what the caller gets; the same in every form of call, with no registry in sight. */
@ParameterizedClass
@EnumSource(Form.class)
class FallbackTest {
    @Parameter
    private Form form;

    private final IOException failure = new IOException("as it was");

    private <T> T failing(Fallback<T> fallback, Throwable thrown) throws Exception {
        return form.run(fallback, () -> {
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (Exception) thrown;
        });
    }

    private void assertUnchanged(Fallback<String> fallback, Throwable thrown) {
        assertThat(catchThrowable(() -> failing(fallback, thrown)))
                .isSameAs(thrown)
                .hasNoSuppressedExceptions();
    }

    @Test
    void aSuccessIsLeftAlone() throws Exception {
        Supplier<String> never = () -> {
            throw new AssertionError("nothing is to be replaced");
        };

        assertThat(form.run(Fallback.supply(never), () -> "fine")).isEqualTo("fine");
        assertThat(form.run(Fallback.supply(never), () -> null)).isNull();
    }

    @Test
    void aValueTakesThePlaceOfAFailure() throws Exception {
        assertThat(failing(Fallback.value("instead"), failure)).isEqualTo("instead");
    }

    @Test
    void nullIsAValue() throws Exception {
        assertThat(failing(Fallback.<String>value(null), failure)).isNull();
        assertThat(failing(Fallback.<String>supply(() -> null), failure)).isNull();
    }

    @Test
    void aSupplierIsAskedWhenItIsNeeded() throws Exception {
        assertThat(failing(Fallback.supply(() -> "instead"), failure)).isEqualTo("instead");
    }

    @Test
    void aFunctionSeesTheBareFailure() throws Exception {
        Fallback<Object> fallback = Fallback.handle((thrown, context) -> thrown);

        assertThat(failing(fallback, new ExecutionException(new CompletionException(failure))))
                .isSameAs(failure);
    }

    @Test
    void aFunctionWithoutARegistryKnowsNeitherNameNorTime() throws Exception {
        Fallback<Object> fallback = Fallback.handle((thrown, context) -> context.instance() + context.elapsed());

        assertThat(failing(fallback, failure)).isEqualTo("PT0S");
    }

    @Test
    void onlyTheNamedClassesAndTheirSubclassesAreReplaced() throws Exception {
        Fallback<String> fallback = Fallback.value("instead").on(IOException.class);

        assertThat(failing(fallback, new FileNotFoundException())).isEqualTo("instead");
        assertUnchanged(fallback, new IllegalStateException());
    }

    @Test
    void whatIsSkippedPassesEvenIfItIsNamed() {
        assertUnchanged(
                Fallback.value("instead").on(FileNotFoundException.class).skipOn(IOException.class),
                new FileNotFoundException());
    }

    @Test
    void theOrderOfOnAndSkipOnDoesNotMatter() {
        assertUnchanged(
                Fallback.value("instead").skipOn(IOException.class).on(FileNotFoundException.class),
                new FileNotFoundException());
    }

    @Test
    void anErrorIsReplacedOnlyWhenItIsNamed() throws Exception {
        assertUnchanged(Fallback.value("instead"), new StackOverflowError());
        assertThat(failing(Fallback.value("instead").on(Throwable.class), new StackOverflowError()))
                .isEqualTo("instead");
        assertThat(failing(Fallback.value("instead").on(VirtualMachineError.class), new StackOverflowError()))
                .isEqualTo("instead");
    }

    @Test
    void wrappersOfConcurrencyAreTakenOffBeforeClassification() throws Exception {
        Fallback<String> fallback = Fallback.value("instead").on(IOException.class);

        assertThat(failing(fallback, new ExecutionException(failure))).isEqualTo("instead");
        assertUnchanged(fallback, new ExecutionException(new IllegalStateException()));
    }

    @Test
    void whatTheFallbackThrowsIsThrownAsItIsWithTheFailureSuppressed() {
        Checked own = new Checked();
        Fallback<String> fallback = Fallback.handle((thrown, context) -> {
            throw own;
        });

        assertThat(catchThrowable(() -> failing(fallback, failure)))
                .isSameAs(own)
                .hasSuppressedException(failure);
    }

    /** A checked exception that no body here declares. */
    private static final class Checked extends Exception {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void aFallbackThatThrowsTheFailureItselfLeavesItAsItWas() {
        Fallback<String> fallback = Fallback.handle((thrown, context) -> {
            throw thrown;
        });

        assertUnchanged(fallback, failure);
        assertThat(catchThrowable(() -> failing(fallback, new ExecutionException(failure))))
                .isSameAs(failure)
                .hasNoSuppressedExceptions();
    }

    @Test
    void aFallbackIsAValueThatIsNotChangedByItsVariants() throws Exception {
        Fallback<String> original = Fallback.value("instead");
        original.on(IllegalStateException.class);
        original.skipOn(IOException.class);

        assertThat(failing(original, failure)).isEqualTo("instead");
    }
}
