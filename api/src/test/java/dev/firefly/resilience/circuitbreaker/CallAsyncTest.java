package dev.firefly.resilience.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.circuitbreaker.World.Place;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.store.StoreUnavailableException;
import dev.firefly.resilience.tck.kit.Gate;
import dev.firefly.resilience.tck.kit.Operation;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Asynchronous calls. */
@Timeout(120)
class CallAsyncTest {
    private static final Duration WAIT = Duration.ofSeconds(30);

    private static World world(Place place) {
        return new World(place, b -> b.failureThreshold(4).ignoreOn(FileNotFoundException.class));
    }

    private static World due(Place place) {
        World world = world(place);
        world.breaker.open(WAIT);
        world.advance(WAIT);
        return world;
    }

    private static <T> CompletableFuture<T> call(World world, CompletionStage<T> stage) {
        return world.breaker.callAsync(() -> stage).toCompletableFuture();
    }

    /** Waits for the end of the call, however it ends. */
    private static void await(CompletableFuture<?> call) {
        call.handle((value, failure) -> true).join();
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void theOutcomeIsThatOfTheStage(Place place) {
        World world = world(place);
        IOException failure = new IOException("on purpose");

        assertThat(call(world, CompletableFuture.completedFuture("a")).join()).isEqualTo("a");
        assertThat(call(world, CompletableFuture.completedFuture(null)).join()).isNull();
        CompletableFuture<String> failed = call(world, CompletableFuture.failedFuture(failure));
        await(failed);

        assertThatThrownBy(failed::join).cause().isSameAs(failure);
        assertThat(world.breaker.state().failureCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aStageThatHasFailedAlreadyABodyThatThrowsAndABodyWithoutAStageAreFailures(Place place) {
        World world = world(place);
        IOException thrown = new IOException("thrown");

        await(call(world, CompletableFuture.failedFuture(new IOException("failed already"))));
        CompletableFuture<String> throwing = world.breaker
                .<String>callAsync(() -> {
                    throw thrown;
                })
                .toCompletableFuture();
        await(throwing);
        CompletableFuture<String> nothing =
                world.breaker.<String>callAsync(() -> null).toCompletableFuture();
        await(nothing);

        assertThatThrownBy(throwing::join).cause().isSameAs(thrown);
        assertThatThrownBy(nothing::join).cause().isInstanceOf(NullPointerException.class);
        assertThat(world.breaker.state().failureCount()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void wrappersAreTakenOffBeforeAFailureIsClassified(Place place) {
        World world = world(place);

        await(call(world, CompletableFuture.failedFuture(new CompletionException(new FileNotFoundException()))));
        await(call(world, CompletableFuture.failedFuture(new ExecutionException(new FileNotFoundException()))));
        await(call(world, CompletableFuture.supplyAsync(() -> {
            throw new CompletionException(new FileNotFoundException());
        })));

        assertThat(world.breaker.state().failureCount()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aCancelledProbeIsNeutralGivesItsPermitBackAndCancelsItsWork(Place place) {
        World world = due(place);
        CompletableFuture<String> work = new CompletableFuture<>();
        CompletableFuture<String> call = admitted(world, work);

        call.cancel(true);

        assertThatThrownBy(() -> work.get(10, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
        assertThatThrownBy(call::join).isInstanceOf(CancellationException.class);
        assertThat(admitted(world, CompletableFuture.completedFuture("a")).join())
                .isEqualTo("a");
        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void workThatIsCancelledElsewhereIsNeutral(Place place) {
        World world = world(place);
        CompletableFuture<String> work = new CompletableFuture<>();
        CompletableFuture<String> call = admitted(world, work);

        work.cancel(true);
        await(call);

        assertThat(world.breaker.state().failureCount()).isZero();
    }

    /** A call whose body has begun. */
    private static CompletableFuture<String> admitted(World world, CompletionStage<String> work) {
        CompletableFuture<Boolean> begun = new CompletableFuture<>();
        CompletableFuture<String> call = world.breaker
                .callAsync(() -> {
                    begun.complete(true);
                    return work;
                })
                .toCompletableFuture();
        CompletableFuture.anyOf(begun, call).join();
        return call;
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aListenerThatThrowsEvenAnErrorDoesNotKeepTheCallFromEnding(Place place) {
        World world = new World(place, b -> b.failureThreshold(1));
        world.registry.events().subscribe(CircuitOpened.class, event -> {
            throw new AssertionError("on purpose");
        });
        CompletableFuture<String> work = new CompletableFuture<>();
        CompletableFuture<String> call = admitted(world, work);

        work.completeExceptionally(new IOException("on purpose"));
        await(call);

        assertThatThrownBy(call::join).cause().isInstanceOf(IOException.class);
        assertThat(world.phase()).isEqualTo(Phase.OPEN);
    }

    // ---- the store

    @Test
    void aCallThatIsCancelledBeforeItIsAdmittedGivesThePermitBackAndNeverRuns() {
        World world = due(Place.STORE);
        world.store.forgetCalls();
        CompletableFuture<String> call;
        boolean[] ran = new boolean[1];
        try (Gate gate = world.store.hold(Operation.WRITE)) {
            call = world.breaker
                    .callAsync(() -> {
                        ran[0] = true;
                        return CompletableFuture.completedFuture("never");
                    })
                    .toCompletableFuture();
            gate.awaitSomebody();
            call.cancel(true);
        }

        // a permit is granted only after the other has been given back
        world.awaitPermit().recordSuccess();
        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
        assertThat(ran[0]).isFalse();
    }

    @Test
    void theCallerIsNeverBlockedByTheStore() {
        World world = new World(Place.STORE, b -> b.failureThreshold(1));
        CompletableFuture<String> call;
        CompletableFuture<String> work = new CompletableFuture<>();
        try (Gate gate = world.store.hold(Operation.READ)) {
            call = call(world, work);
            gate.awaitSomebody();
            assertThat(call).isNotDone();
        }
        try (Gate gate = world.store.hold(Operation.LOCK)) {
            work.completeExceptionally(new IOException("on purpose"));
            gate.awaitSomebody();
            assertThat(call).as("a failure is acknowledged first").isNotDone();
        }
        await(call);
        assertThatThrownBy(call::join).cause().isInstanceOf(IOException.class);
        assertThat(world.phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void aFailureThatTheStoreDoesNotAcknowledgeInTimeEndsTheCallAllTheSame() {
        World world = world(Place.STORE);
        CompletableFuture<String> work = new CompletableFuture<>();
        CompletableFuture<String> call = admitted(world, work);
        try (Gate gate = world.store.hold(Operation.LOCK)) {
            work.completeExceptionally(new IOException("on purpose"));
            gate.awaitSomebody();
            world.advance(60);

            assertThatThrownBy(call::join).cause().isInstanceOf(IOException.class);
        }
        world.breaker.permit().recordFailure();
        assertThat(world.breaker.state().failureCount()).isEqualTo(2);
    }

    @Test
    void aStoreThatIsDownFailsTheStageAndNothingIsThrown() {
        World world = world(Place.STORE);
        world.store.goDown();

        CompletableFuture<String> call = call(world, CompletableFuture.completedFuture("never"));
        await(call);

        assertThatThrownBy(call::join).cause().isInstanceOf(StoreUnavailableException.class);
        world.store.recover();
        assertThat(call(world, CompletableFuture.completedFuture("a")).join()).isEqualTo("a");
    }

    @Test
    void aStoreThatFailsAfterTheWorkDoesNotReplaceItsOutcome() {
        World world = world(Place.STORE);
        CompletableFuture<String> good = new CompletableFuture<>();
        CompletableFuture<String> bad = new CompletableFuture<>();
        CompletableFuture<String> first = admitted(world, good);
        CompletableFuture<String> second = admitted(world, bad);
        world.store.goDown();

        good.complete("a");
        bad.completeExceptionally(new IOException("on purpose"));

        assertThat(first.join()).isEqualTo("a");
        await(second);
        assertThatThrownBy(second::join).cause().isInstanceOf(IOException.class);
    }
}
