package dev.firefly.resilience.engine.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.ResilienceException;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailureClassifierTest {
    private static final Classifier DEFAULT = recording(Exception.class);

    /** An exception of the library with any code. */
    private static class Own extends ResilienceException {
        private static final long serialVersionUID = 1L;

        Own(ErrorCode code, Throwable cause) {
            super(code, Pattern.BULKHEAD, "inner", "for the test", cause, false);
        }
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    private static Classifier recording(Class<? extends Throwable>... types) {
        return new Classifier(Set.of(types), Set.of());
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    private static Classifier ignoring(Class<? extends Throwable>... types) {
        return new Classifier(Set.of(Exception.class), Set.of(types));
    }

    private static void assertFailure(Throwable thrown, Classifier classifier) {
        assertThat(FailureClassifier.classify(thrown, classifier)).isEqualTo(Outcome.FAILURE);
    }

    private static void assertNeutral(Throwable thrown, Classifier classifier) {
        assertThat(FailureClassifier.classify(thrown, classifier)).isEqualTo(Outcome.NEUTRAL);
    }

    private static CircuitBreakerOpenException open() {
        return new CircuitBreakerOpenException("inner", Phase.OPEN, 1, false);
    }

    @Test
    void retriesWithinRetriesAreJudgedByTheInnermostCause() {
        Throwable failure = open();
        for (int i = 0; i < 20; i++) {
            failure = new Own(ErrorCode.RETRY_EXHAUSTED, failure);
        }

        assertNeutral(failure, DEFAULT);
    }

    @Test
    @Timeout(60)
    void aCircularChainOfCausesIsJudgedAllTheSame() {
        Own first = new Own(ErrorCode.RETRY_EXHAUSTED, null);
        IllegalStateException second = new IllegalStateException(first);
        Own third = new Own(ErrorCode.RETRY_EXHAUSTED, new CompletionException(second));
        Own circular = new Own(ErrorCode.RETRY_EXHAUSTED, null) {
            private static final long serialVersionUID = 1L;

            @Override
            public synchronized Throwable getCause() {
                return this;
            }
        };

        assertFailure(third, DEFAULT);
        assertFailure(circular, DEFAULT);
        assertNeutral(circular, recording(IOException.class));
    }

    @Test
    void anExceptionIsAFailureAndAnErrorIsNotUnlessItIsNamed() {
        assertFailure(new IOException(), DEFAULT);
        assertFailure(new IllegalStateException(), DEFAULT);
        assertNeutral(new StackOverflowError(), DEFAULT);
        assertFailure(new StackOverflowError(), recording(VirtualMachineError.class));
        assertFailure(new AssertionError(), recording(Throwable.class));
    }

    @Test
    void onlyWhatIsRecordedIsAFailure() {
        assertFailure(new FileNotFoundException(), recording(IOException.class));
        assertNeutral(new IllegalStateException(), recording(IOException.class));
    }

    @Test
    void whatIsIgnoredIsNoFailureEvenIfItIsRecordedByName() {
        Classifier classifier = new Classifier(Set.of(FileNotFoundException.class), Set.of(IOException.class));

        assertNeutral(new FileNotFoundException(), classifier);
        assertNeutral(new IOException(), ignoring(IOException.class));
        assertFailure(new IllegalStateException(), ignoring(IOException.class));
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void rejectionsOfTheLibraryAreNoFailures(ErrorCode code) {
        Own own = new Own(code, null);

        if (code.isRejection()) {
            assertNeutral(own, DEFAULT);
            assertNeutral(own, recording(RuntimeException.class));
        } else {
            assertFailure(own, DEFAULT);
        }
    }

    @Test
    void rejectionsAreFailuresWhereTheirTypeOrTheirFamilyIsNamed() {
        StoreUnavailableException store =
                StoreUnavailableException.lockTimeout(Pattern.BULKHEAD, "inner", Duration.ofMillis(500), false);

        assertFailure(open(), recording(CircuitBreakerOpenException.class));
        assertFailure(open(), recording(ResilienceException.class));
        assertFailure(store, recording(StoreUnavailableException.class));
        assertNeutral(store, recording(CircuitBreakerOpenException.class, Exception.class));
        assertNeutral(
                open(), new Classifier(Set.of(ResilienceException.class), Set.of(CircuitBreakerOpenException.class)));
    }

    @Test
    void aTimeLimitIsAFailureWhateverIsRecordedUnlessItIsIgnored() {
        Own timeout = new Own(ErrorCode.CALL_TIMEOUT, null);

        assertFailure(timeout, DEFAULT);
        assertFailure(timeout, recording(IOException.class));
        assertNeutral(timeout, ignoring(ResilienceException.class));
        assertNeutral(timeout, ignoring(RuntimeException.class));
        assertNeutral(timeout, ignoring(Own.class));
        assertFailure(new TimeoutException(), DEFAULT);
    }

    @Test
    void cancellationIsNeutralUnlessItIsNamed() {
        assertNeutral(new CancellationException(), DEFAULT);
        assertNeutral(new CancellationException(), recording(RuntimeException.class));
        assertFailure(new CancellationException(), recording(CancellationException.class));
    }

    @Test
    void interruptionIsNeutralUnlessItIsNamed() {
        assertNeutral(new InterruptedException(), DEFAULT);
        assertNeutral(new InterruptedException(), recording(Throwable.class));
        assertFailure(new InterruptedException(), recording(InterruptedException.class));
    }

    @Test
    void theWrappersOfStagesAndFuturesAreTakenOff() {
        Classifier io = recording(IOException.class);

        assertFailure(new CompletionException(new IOException()), io);
        assertFailure(new ExecutionException(new CompletionException(new IOException())), io);
        assertNeutral(new CompletionException(new IllegalStateException()), io);
        assertNeutral(new CompletionException(new CancellationException()), DEFAULT);
        assertNeutral(new ExecutionException(open()), DEFAULT);
        assertNeutral(new CompletionException(new IOException()), ignoring(IOException.class));
    }

    @Test
    void aWrapperWithoutACauseIsAnExceptionLikeAnyOther() {
        assertFailure(new CompletionException("empty", null), DEFAULT);
    }

    @Test
    void anExhaustedRetryIsClassifiedByItsCause() {
        assertFailure(new Own(ErrorCode.RETRY_EXHAUSTED, new IOException()), recording(IOException.class));
        assertNeutral(new Own(ErrorCode.RETRY_EXHAUSTED, new IOException()), recording(IllegalStateException.class));
        assertNeutral(new Own(ErrorCode.RETRY_EXHAUSTED, open()), DEFAULT);
        assertNeutral(new Own(ErrorCode.RETRY_EXHAUSTED, new IOException()), ignoring(IOException.class));
        assertNeutral(new Own(ErrorCode.RETRY_EXHAUSTED, new CompletionException(new InterruptedException())), DEFAULT);
        assertFailure(new Own(ErrorCode.RETRY_EXHAUSTED, new Own(ErrorCode.CALL_TIMEOUT, null)), DEFAULT);
        assertFailure(new Own(ErrorCode.RETRY_EXHAUSTED, open()), recording(Own.class));
        assertNeutral(new Own(ErrorCode.RETRY_EXHAUSTED, new IOException()), ignoring(Own.class));
    }

    @Test
    void anExhaustedRetryWithoutACauseIsAnExceptionLikeAnyOther() {
        assertFailure(new Own(ErrorCode.RETRY_EXHAUSTED, null), DEFAULT);
        assertNeutral(new Own(ErrorCode.RETRY_EXHAUSTED, null), recording(IOException.class));
    }
}
