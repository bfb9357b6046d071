package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.ResilienceException;
import java.util.concurrent.CancellationException;

/** Decides whether a failure speaks against the guarded service. */
final class FailureClassifier {
    private FailureClassifier() {}

    static Outcome classify(Throwable thrown, Classifier classifier) {
        return isFailure(Classifier.unwrap(thrown), classifier) ? Outcome.FAILURE : Outcome.NEUTRAL;
    }

    private static boolean isFailure(Throwable failure, Classifier classifier) {
        if (classifier.excludes(failure)) {
            return false;
        }
        if (failure instanceof CancellationException) {
            return classifier.names(failure, CancellationException.class);
        }
        if (failure instanceof InterruptedException) {
            return classifier.names(failure, InterruptedException.class);
        }
        return failure instanceof ResilienceException own ? isFailure(own, classifier) : classifier.matches(failure);
    }

    private static boolean isFailure(ResilienceException own, Classifier classifier) {
        if (classifier.names(own, ResilienceException.class)) {
            return true;
        }
        Throwable cause = own.getCause();
        if (own.code() == ErrorCode.RETRY_EXHAUSTED && cause != null) {
            return isFailure(Classifier.unwrap(cause), classifier);
        }
        // a time-out is the service's doing whatever record-on lists; a rejection never reached the service
        return own.code() == ErrorCode.CALL_TIMEOUT || !own.code().isRejection() && classifier.matches(own);
    }
}
