package dev.firefly.resilience.engine.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.event.CallRejected;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What every form of a call has in common when it has to wait for a permit. */
@Timeout(120)
@ParameterizedClass
@MethodSource("everyFormInEveryPlace")
class WaitingBehaviourTest extends EveryForm {
    private static final Duration WAIT = Duration.ofSeconds(3);

    WaitingBehaviourTest(Setup setup) {
        super(setup);
    }

    @Test
    void aCallThatWaitsRunsWhenAPermitIsGivenBack() {
        World world = waitingWorld(b -> b);
        Call running = begin(world);
        Call waiting = startBehind(world, 0);
        assertThat(waiting.isWaiting()).isTrue();

        running.succeed();

        waiting.awaitBegun().succeed();
        world.awaitQuiet();
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
        assertThat(world.events).isEmpty();
    }

    @Test
    void callsThatWaitRunInTheOrderInWhichTheyCame() {
        World world = waitingWorld(b -> b);
        Call running = begin(world);
        List<Call> line = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            line.add(startBehind(world, i));
        }

        for (int i = 0; i < 5; i++) {
            running.succeed();
            running = line.get(i).awaitBegun();
            assertThat(line.subList(i + 1, 5)).allMatch(Call::isWaiting);
        }
        running.succeed();
        world.awaitQuiet();
    }

    @Test
    void severalPermitsThatAreGivenBackTogetherWakeAsManyCalls() {
        World world = waitingWorld(b -> b.maxConcurrent(4));
        List<Call> running = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            running.add(begin(world));
        }
        List<Call> line = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            line.add(startBehind(world, i));
        }

        running.forEach(Call::succeed);

        line.subList(0, 4).forEach(Call::awaitBegun);
        assertThat(line.subList(4, 6)).allMatch(Call::isWaiting);
        line.forEach(call -> call.awaitBegun().succeed());
        world.awaitQuiet();
        assertThat(world.bulkhead.availablePermits()).isEqualTo(4);
    }

    @Test
    void whoeverComesLaterDoesNotPassByThoseWhoWait() {
        World world = waitingWorld(b -> b);
        begin(world);
        Call waiting = startBehind(world, 0);
        StoredBulkhead wider = world.another(b -> b.maxConcurrent(2));

        start(wider).rejection();
        assertThat(wider.tryAcquire()).isEmpty();

        assertThat(waiting.isWaiting()).isTrue();
        assertThat(world.events(CallRejected.class)).hasSize(2);
    }

    @Test
    void aWaitEndsAfterMaxWaitAndNotBefore() {
        World world = world(b -> b.maxWait(WAIT));
        Call running = begin(world);
        Call waiting = startBehind(world, 0);

        world.advance(WAIT.minusNanos(1));
        assertThat(waiting.outcome).isNotDone();
        world.advance(Duration.ofNanos(1));

        waiting.rejection();
        assertThat(world.events(CallRejected.class)).hasSize(1);
        running.succeed();
        begin(world).succeed();
        world.awaitQuiet();
    }

    @Test
    void aWaitNeverOutlastsTheDeadline() {
        World world = waitingWorld(b -> b);
        begin(world);
        Deadline deadline;
        try (Deadline.Scope scope = Deadline.open(world.clock, WAIT)) {
            deadline = Deadline.current();
        }
        Call waiting = start(world, deadline);
        world.awaitWaiting(1);

        world.advance(WAIT.minusNanos(1));
        assertThat(waiting.outcome).isNotDone();
        world.advance(Duration.ofNanos(1));

        waiting.rejection();
        start(world, deadline).rejection();
    }

    @Test
    void callsThatWaitedInVainLeaveNothingBehind() {
        World world = world(b -> b.maxWait(WAIT).permitTtl(Duration.ofHours(1)));
        Call running = begin(world);
        List<Call> line = new ArrayList<>();
        int count = 200;
        for (int i = 0; i < count; i++) {
            line.add(start(world));
        }
        world.awaitWaiting(count);

        world.advance(WAIT);

        line.forEach(Call::rejection);
        world.awaitQuiet();
        running.succeed();
        begin(world).succeed();
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
        assertThat(world.events(CallRejected.class)).hasSize(count);
    }

    @Test
    void raisingTheLimitWakesThoseWhoWait() {
        World world = waitingWorld(b -> b.permitTtl(Duration.ofHours(1)));
        begin(world);
        Call first = startBehind(world, 0);
        Call second = startBehind(world, 1);

        world.change(b -> b.maxConcurrent(3));

        world.advanceSlowly(Duration.ofSeconds(1));
        first.awaitBegun();
        second.awaitBegun();
    }

    @Test
    void aLeaseThatLapsesWakesACallThatWaits() {
        World world = waitingWorld(b -> b);
        Call running = begin(world);
        Call waiting = startBehind(world, 0);
        world.advanceSlowly(World.TTL.minusNanos(1));
        assertThat(waiting.isWaiting()).isTrue();

        world.advanceSlowly(Duration.ofSeconds(1));

        waiting.awaitBegun();
        running.succeed();
        assertThat(world.bulkhead.availablePermits()).isZero();
        waiting.succeed();
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
    }

    @Test
    void aLimitThatIsLoweredHoldsForThoseWhoWait() {
        World world = waitingWorld(b -> b.maxConcurrent(2));
        Call first = begin(world);
        Call second = begin(world);
        Call waiting = startBehind(world, 0);

        world.change(b -> b.maxConcurrent(1));
        first.succeed();
        world.advanceSlowly(Duration.ofSeconds(1));
        assertThat(waiting.isWaiting()).isTrue();
        second.succeed();

        waiting.awaitBegun().succeed();
    }
}
