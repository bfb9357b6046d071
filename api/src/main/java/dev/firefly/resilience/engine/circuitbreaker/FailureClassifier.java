package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.ResilienceException;
import java.util.Objects;
import java.util.concurrent.CancellationException;

/** Decides whether a failure speaks against the guarded service. */
final class FailureClassifier {
    /** No sane pile of retries is higher, and a circular chain of causes must end somewhere. */
    private static final int MOST_RETRIES = 64;

    private FailureClassifier() {}

    static Outcome classify(Throwable thrown, Classifier classifier) {
        Throwable failure = Classifier.unwrap(thrown);
        for (int depth = 0; depth < MOST_RETRIES && isJudgedByItsCause(failure, classifier); depth++) {
            failure = Classifier.unwrap(Objects.requireNonNull(failure.getCause()));
        }
        return isFailure(failure, classifier) ? Outcome.FAILURE : Outcome.NEUTRAL;
    }

    /** That a retry is exhausted says nothing in itself; what it was exhausted by does. */
    private static boolean isJudgedByItsCause(Throwable failure, Classifier classifier) {
        return failure instanceof ResilienceException own
                && own.code() == ErrorCode.RETRY_EXHAUSTED
                && own.getCause() != null
                && !classifier.excludes(own)
                && !classifier.names(own, ResilienceException.class);
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
        // a time-out is the service's doing whatever record-on lists; a rejection never reached the service
        return own.code() == ErrorCode.CALL_TIMEOUT || !own.code().isRejection() && classifier.matches(own);
    }
}
