package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.ContextExecutor;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.Unfinished;
import dev.firefly.resilience.engine.async.Stages;
import dev.firefly.resilience.internal.BodyStages;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The bulkhead around a stage: the same steps as around a synchronous call, none of them blocking. */
final class AsyncBulkhead {
    private final BulkheadGate gate;
    private final Refusals refusals;
    private final Executor executor;

    AsyncBulkhead(BulkheadGate gate, Refusals refusals, Executor executor) {
        this.gate = gate;
        this.refusals = refusals;
        this.executor = executor;
    }

    <T extends @Nullable Object> CompletionStage<T> call(
            Rules rules,
            Supplier<Rules> inForce,
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        CompletableFuture<Optional<Lease>> place = gate.enter(rules, inForce);
        if (Stages.isSuccess(place)) {
            return decided(rules, place.join(), body);
        }
        Deadline deadline = Deadline.current();
        CompletableFuture<T> outer = Stages.flatten(
                        place,
                        ContextExecutor.capture(executor),
                        answer -> deadline.with(() -> decided(rules, answer, body)),
                        answer -> answer.ifPresent(gate::leave))
                .toCompletableFuture();
        outer.whenComplete((value, failure) -> {
            if (outer.isCancelled()) {
                place.cancel(false);
            }
        });
        return outer;
    }

    private <T extends @Nullable Object> CompletionStage<T> decided(
            Rules rules,
            Optional<Lease> answer,
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        return answer.isPresent()
                ? admitted(new HeldPermit(gate, answer.get(), permit -> {}), body)
                : CompletableFuture.failedFuture(refusals.refuse(rules, null));
    }

    private <T extends @Nullable Object> CompletionStage<T> admitted(
            HeldPermit permit, CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        Deadline deadline = Deadline.current();
        Unfinished.Group work = new Unfinished.Group(deadline.group());
        CompletionStage<T> stage = deadline.with(work).with(() -> Stages.start(body));
        CompletableFuture<T> outer = Stages.linked(stage);
        BodyStages.whenEnded(stage, (value, failure) -> {
            closeBehind(work, permit);
            Stages.complete(outer, value, failure);
        });
        return outer;
    }

    /** Before the call ends: whoever hears of that may ask for the permit. */
    private static void closeBehind(Unfinished.Group work, HeldPermit permit) {
        CompletionStage<?> end = work.end();
        if (end == null) {
            permit.close();
        } else {
            end.whenComplete((value, failure) -> permit.close());
        }
    }
}
