package dev.firefly.resilience.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class ClassifierTest {
    private static final Classifier IO_BUT_NO_FILES =
            new Classifier(Set.of(IOException.class), Set.of(FileNotFoundException.class));

    @Test
    void aSubclassOfAnIncludedClassMatchesUnlessItIsExcluded() {
        assertThat(IO_BUT_NO_FILES.matches(new IOException())).isTrue();
        assertThat(IO_BUT_NO_FILES.matches(new java.io.EOFException())).isTrue();
        assertThat(IO_BUT_NO_FILES.matches(new FileNotFoundException())).isFalse();
        assertThat(IO_BUT_NO_FILES.matches(new IllegalStateException())).isFalse();
        assertThat(IO_BUT_NO_FILES.excludes(new FileNotFoundException())).isTrue();
        assertThat(IO_BUT_NO_FILES.excludes(new IOException())).isFalse();
    }

    @Test
    void aMemberOfAFamilyIsNamedByTheFamilyOrAPartOfItButNotByWhatIsAbove() {
        FileNotFoundException failure = new FileNotFoundException();

        assertThat(new Classifier(Set.of(IOException.class), Set.of()).names(failure, IOException.class))
                .isTrue();
        assertThat(new Classifier(Set.of(FileNotFoundException.class), Set.of()).names(failure, IOException.class))
                .isTrue();
        assertThat(new Classifier(Set.of(Exception.class), Set.of()).names(failure, IOException.class))
                .isFalse();
        assertThat(new Classifier(Set.of(java.io.EOFException.class), Set.of()).names(failure, IOException.class))
                .isFalse();
    }

    @Test
    void wrappersAreTakenOffDownToWhatIsInside() {
        IOException inside = new IOException();

        assertThat(Classifier.unwrap(inside)).isSameAs(inside);
        assertThat(Classifier.unwrap(new ExecutionException(new CompletionException(inside))))
                .isSameAs(inside);
        CompletionException empty = new CompletionException("empty", null);
        assertThat(Classifier.unwrap(empty)).isSameAs(empty);
        IllegalStateException other = new IllegalStateException(inside);
        assertThat(Classifier.unwrap(other)).isSameAs(other);
    }
}
