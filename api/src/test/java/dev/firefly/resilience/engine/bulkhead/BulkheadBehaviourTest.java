package dev.firefly.resilience.engine.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.bulkhead.BulkheadFullException;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.event.CallRejected;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What every form of a call has in common when nobody waits. */
@Timeout(120)
@ParameterizedClass
@MethodSource("everyFormInEveryPlace")
class BulkheadBehaviourTest extends EveryForm {
    BulkheadBehaviourTest(Setup setup) {
        super(setup);
    }

    @Test
    void asManyCallsRunAsThereArePermitsAndTheNextIsTurnedAway() {
        World world = world(b -> b.maxConcurrent(2));
        Call first = begin(world);
        Call second = begin(world);
        assertThat(world.bulkhead.availablePermits()).isZero();

        BulkheadFullException rejection = start(world).rejection();

        assertThat(rejection.code()).isEqualTo(ErrorCode.BULKHEAD_FULL);
        assertThat(rejection.instance()).isEqualTo("x");
        assertThat(rejection.maxConcurrent()).isEqualTo(2);
        assertThat(rejection.retryAfter()).isEmpty();
        assertThat(rejection.getStackTrace()).isEmpty();
        assertThat(rejection.getCause()).isNull();
        first.succeed();
        begin(world).succeed();
        second.succeed();
        assertThat(world.bulkhead.availablePermits()).isEqualTo(2);
    }

    @Test
    void aRejectionIsAnnouncedOnceAndIsNoFailureOfTheService() {
        World world = world(b -> b);
        begin(world);

        BulkheadFullException rejection = start(world).rejection();

        assertThat(rejection.code().isRejection()).isTrue();
        assertThat(world.events).hasSize(1);
        CallRejected event = world.events(CallRejected.class).get(0);
        assertThat(event.pattern()).isEqualTo(Pattern.BULKHEAD);
        assertThat(event.instance()).isEqualTo("x");
        assertThat(event.code()).isEqualTo(ErrorCode.BULKHEAD_FULL);
        assertThat(event.retryAfter()).isEmpty();
        assertThat(event.node()).isEqualTo(world.environment.node());
        assertThat(event.time().getEpochSecond()).isEqualTo(world.clock.nanos() / 1_000_000_000);
    }

    @Test
    void howeverACallEndsItsPermitGoesBackOnce() {
        World world = world(b -> b);
        for (Throwable failure : new Throwable[] {
            new IOException("on purpose"),
            new IllegalStateException("on purpose"),
            new AssertionError("on purpose"),
            new StackOverflowError("on purpose"),
            new InterruptedException("on purpose"),
            new CancellationException("on purpose"),
            new BulkheadFullException("inner", 1, false)
        }) {
            begin(world).fail(failure);
            assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
        }
        begin(world).succeed();
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
        assertThat(world.events).isEmpty();
    }

    @Test
    void aClosedBulkheadRejectsAtOnceHoweverLongCallsMayWait() {
        World world = world(b -> b.maxConcurrent(0).maxWait(LONG_WAIT));
        world.store.forgetCalls();

        assertThat(start(world).rejection()).hasMessageContaining("closed");

        assertThat(world.store.calls()).isEmpty();
        assertThat(world.bulkhead.availablePermits()).isZero();
        assertThat(world.timers()).isZero();
    }

    @Test
    void anInstanceThatIsNotEnabledLetsEverythingPass() {
        World world = world(b -> b.enabled(false).maxConcurrent(0));

        Call first = begin(world);
        Call second = begin(world);

        first.succeed();
        second.fail(new IOException("on purpose"));
        assertThat(world.events).isEmpty();
    }

    @Test
    void loweringTheLimitOfAFullBulkheadReturnsAtOnceAndHoldsAsCallsEnd() {
        World world = world(b -> b.maxConcurrent(3));
        Call first = begin(world);
        Call second = begin(world);
        Call third = begin(world);

        world.change(b -> b.maxConcurrent(1));

        assertThat(world.bulkhead.availablePermits()).isZero();
        first.succeed();
        start(world).rejection();
        second.succeed();
        start(world).rejection();
        third.succeed();
        begin(world).succeed();
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
    }

    @Test
    void raisingTheLimitAdmitsTheNextCall() {
        World world = world(b -> b);
        begin(world);
        start(world).rejection();

        world.change(b -> b.maxConcurrent(2));

        begin(world);
    }

    @Test
    void allBulkheadsOfANameShareItsPermits() {
        World world = world(b -> b.maxConcurrent(2));
        begin(world);
        StoredBulkhead other = world.another(b -> b.maxConcurrent(1));

        start(other).rejection();
        Call second = begin(world);

        second.succeed();
        assertThat(other.availablePermits()).isZero();
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
    }

    @Test
    void callsOneAfterTheOtherNeverRejectThemselves() {
        World world = world(b -> b);

        for (int i = 0; i < 200; i++) {
            start(world).awaitBegun().succeed();
        }
    }

    @Test
    void takingAndGivingBackOverAndOverLeavesAllPermitsThere() {
        World world = world(b -> b.maxConcurrent(10));

        for (int i = 0; i < 200; i++) {
            start(world).awaitBegun().succeed();
            world.clock.advance(World.TTL.dividedBy(50));
            assertThat(world.bulkhead.availablePermits()).isEqualTo(10);
        }
    }
}
