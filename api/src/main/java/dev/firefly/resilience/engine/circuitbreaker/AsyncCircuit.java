package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.ContextExecutor;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.engine.async.Stages;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Admitted;
import dev.firefly.resilience.engine.state.Change;
import dev.firefly.resilience.engine.state.Patience;
import dev.firefly.resilience.internal.BodyStages;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The circuit breaker around a stage: the same steps as around a synchronous call, none of them blocking. */
final class AsyncCircuit {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.circuitbreaker");

    private final CircuitGate gate;

    AsyncCircuit(CircuitGate gate) {
        this.gate = gate;
    }

    <T extends @Nullable Object> CompletionStage<T> call(
            Rules rules, CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        if (!rules.enabled()) {
            return Stages.start(body);
        }
        Patience patience = gate.patience();
        CompletableFuture<Change<Circuit, Admission>> asked =
                gate.admitAsync(rules, patience).toCompletableFuture();
        if (Stages.isSuccess(asked)) {
            return decided(rules, asked.join(), patience, body);
        }
        Deadline deadline = Deadline.current();
        return Stages.flatten(
                asked,
                ContextExecutor.capture(gate.environment().executor()),
                answer -> deadline.with(() -> decided(rules, answer, patience, body)),
                answer -> gate.abandoned(rules).accept(answer));
    }

    private <T extends @Nullable Object> CompletionStage<T> decided(
            Rules rules,
            Change<Circuit, Admission> answer,
            Patience patience,
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        gate.announcer().transition(answer, rules);
        Admitted admitted;
        try {
            admitted = gate.passOrThrow(answer.answer());
        } catch (RuntimeException rejection) {
            return CompletableFuture.failedFuture(rejection);
        }
        long start = gate.startTime(rules);
        CompletionStage<T> stage = Stages.start(body);
        boolean quiet = Stages.isSuccess(stage) && CellGate.isGathered(admitted, Outcome.SUCCESS);
        CircuitAnnouncer teller = quiet ? gate.announcer() : gate.announcer().ofCaller();
        CompletableFuture<T> outer = Stages.linked(stage);
        BodyStages.whenEnded(
                stage,
                (value, failure) -> end(
                        outer,
                        value,
                        failure,
                        () -> gate.settleAsync(
                                rules,
                                admitted,
                                failure == null ? gate.success(rules, start) : gate.outcomeOf(failure, rules, start),
                                patience,
                                teller)));
        return outer;
    }

    /** Ends the call as its body ended, once that is recorded, or cannot be. */
    private static <T extends @Nullable Object> void end(
            CompletableFuture<T> outer,
            @Nullable T value,
            @Nullable Throwable failure,
            Supplier<@Nullable CompletionStage<?>> record) {
        CompletionStage<?> settled = null;
        try {
            settled = record.get();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "An outcome could not be recorded", e);
        }
        if (settled == null) {
            Stages.complete(outer, value, failure);
        } else {
            settled.whenComplete((ignored, never) -> Stages.complete(outer, value, failure));
        }
    }
}
