package dev.firefly.resilience.engine.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of permits that are not given back in time, in every form of a call. */
@Timeout(120)
@ParameterizedClass
@MethodSource("everyFormInEveryPlace")
class LeaseBehaviourTest extends EveryForm {
    private static final Duration EIGHTH = World.TTL.dividedBy(8);

    LeaseBehaviourTest(Setup setup) {
        super(setup);
    }

    @Test
    void aPermitThatIsNotGivenBackLapsesNoEarlierThanItsTermAndAtMostAnEighthLater() {
        World world = world(b -> b);
        world.advance(Duration.ofMillis(1));
        begin(world);

        world.advance(World.TTL.minusNanos(1));
        start(world).rejection();
        world.advance(EIGHTH.plusNanos(1));

        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
        begin(world);
    }

    @Test
    void aCallThatOutlivesItsPermitGivesBackNothing() {
        World world = world(b -> b);
        Call late = begin(world);
        world.advance(World.TTL.plus(EIGHTH));
        Call second = begin(world);

        late.succeed();

        assertThat(world.bulkhead.availablePermits()).isZero();
        start(world).rejection();
        second.succeed();
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
        begin(world);
        start(world).rejection();
    }

    @Test
    void onlyThePermitsThatAreOverLapse() {
        World world = world(b -> b.maxConcurrent(3));
        begin(world);
        world.advance(World.TTL.dividedBy(2));
        Call later = begin(world);
        begin(world);

        world.advance(World.TTL.dividedBy(2).plus(EIGHTH));

        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
        later.succeed();
        assertThat(world.bulkhead.availablePermits()).isEqualTo(2);
    }

    @Test
    void aPermitThatIsRenewedLastsAsLongAsItsCall() {
        World world = world(b -> b.permitRenewal(true));
        Call running = start(world).awaitBegun();

        world.advanceSlowly(World.TTL.multipliedBy(10));

        start(world).rejection();
        assertThat(world.bulkhead.availablePermits()).isZero();
        running.succeed();
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
        start(world).awaitBegun().succeed();
        world.awaitQuiet();
    }

    @Test
    void theTermThatIsInForceWhenAPermitIsTakenCounts() {
        World world = world(b -> b.maxConcurrent(2));
        begin(world);
        world.change(b -> b.permitTtl(World.TTL.multipliedBy(2)));
        begin(world);

        world.advance(World.TTL.plus(EIGHTH));
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
        world.advance(World.TTL.plus(EIGHTH));
        assertThat(world.bulkhead.availablePermits()).isEqualTo(2);
    }

    @Test
    void aClockThatIsSetBackLocksNobodyOutAndMintsNothing() {
        World world = world(b -> b);
        begin(world);

        world.clock.step(Duration.ofHours(-1));
        assertThat(world.bulkhead.availablePermits()).isZero();
        // the record is moved along with the clock behind the scenes
        world.awaitStore();
        start(world).rejection();
        world.advance(World.TTL.minus(EIGHTH));
        start(world).rejection();
        world.advance(EIGHTH.multipliedBy(2));

        begin(world).succeed();
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
    }

    @Test
    void aClockThatStepsBackALittleChangesNothing() {
        World world = world(b -> b);
        begin(world);

        world.clock.step(Duration.ofMillis(-900));

        start(world).rejection();
        world.advance(World.TTL);
        start(world).rejection();
        world.advance(EIGHTH);
        begin(world);
    }

    @Test
    void aTermOfCenturiesNeverEnds() {
        World world = world(b -> b.permitTtl(Duration.ofNanos(Long.MAX_VALUE)));
        Call running = begin(world);

        world.clock.step(Duration.ofDays(365));

        start(world).rejection();
        running.succeed();
        begin(world).succeed();
    }
}
