package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.ContextExecutor;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.engine.async.Stages;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Admitted;
import dev.firefly.resilience.engine.state.Patience;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The circuit breaker around a stage: the same steps as around a synchronous call, none of them blocking. */
final class AsyncCircuit {
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
        CompletableFuture<Admission> asked = gate.admitAsync(rules, patience).toCompletableFuture();
        if (Stages.isSuccess(asked)) {
            return decided(rules, asked.join(), patience, body);
        }
        Deadline deadline = Deadline.current();
        return Stages.flatten(
                asked,
                ContextExecutor.capture(gate.environment().executor()),
                admission -> deadline.with(() -> decided(rules, admission, patience, body)),
                admission -> gate.giveBack(rules, admission));
    }

    private <T extends @Nullable Object> CompletionStage<T> decided(
            Rules rules,
            Admission admission,
            Patience patience,
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        Admitted admitted;
        try {
            admitted = gate.passOrThrow(admission);
        } catch (RuntimeException rejection) {
            return CompletableFuture.failedStage(rejection);
        }
        long start = gate.startTime(rules);
        CompletionStage<T> stage = Stages.start(body);
        CompletableFuture<T> outer = Stages.linked(stage);
        stage.whenComplete((value, failure) -> {
            Outcome outcome = failure == null ? gate.success(rules, start) : gate.outcomeOf(failure, rules, start);
            CompletionStage<?> settled = gate.settleAsync(rules, admitted, outcome, patience);
            if (settled == null) {
                Stages.complete(outer, value, failure);
            } else {
                settled.whenComplete((ignored, never) -> Stages.complete(outer, value, failure));
            }
        });
        return outer;
    }
}
