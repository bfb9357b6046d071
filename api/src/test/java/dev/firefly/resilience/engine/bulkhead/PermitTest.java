package dev.firefly.resilience.engine.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.bulkhead.BulkheadFullException;
import dev.firefly.resilience.bulkhead.Permit;
import dev.firefly.resilience.engine.bulkhead.World.Place;
import dev.firefly.resilience.engine.state.Threads;
import dev.firefly.resilience.event.CallRejected;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Permits that are taken and given back by hand. */
@Timeout(120)
@ParameterizedClass
@EnumSource(Place.class)
class PermitTest {
    private static final Duration LAPSED = World.TTL.multipliedBy(2);

    private final World world;
    private final StoredBulkhead bulkhead;

    PermitTest(Place place) {
        world = new World(place, b -> b.maxConcurrent(2));
        bulkhead = world.bulkhead;
    }

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void aPermitIsTakenIfOneIsFree() {
        Permit first = bulkhead.tryAcquire().orElseThrow();
        bulkhead.acquire();

        assertThat(bulkhead.tryAcquire()).isEmpty();
        assertThatThrownBy(bulkhead::acquire).isInstanceOf(BulkheadFullException.class);
        assertThat(world.events(CallRejected.class)).hasSize(2);
        first.close();
        assertThat(bulkhead.tryAcquire()).isPresent();
    }

    @Test
    void aPermitThatIsClosedTwiceGoesBackOnce() {
        Permit first = bulkhead.acquire();
        bulkhead.acquire();

        first.close();
        first.close();

        assertThat(bulkhead.availablePermits()).isEqualTo(1);
    }

    @Test
    void aPermitThatManyThreadsCloseGoesBackOnce() throws InterruptedException {
        Permit first = bulkhead.acquire();
        bulkhead.acquire();

        Threads.together(8, thread -> first.close());

        assertThat(bulkhead.availablePermits()).isEqualTo(1);
    }

    @Test
    void aPermitThatIsClosedAfterItHasLapsedAddsNothing() {
        Permit late = bulkhead.acquire();
        world.advance(LAPSED);
        bulkhead.acquire();

        late.close();

        assertThat(bulkhead.availablePermits()).isEqualTo(1);
    }

    @Test
    void releaseGivesBackTheLastPermitThatIsStillHeld() {
        bulkhead.acquire();
        Permit second = bulkhead.acquire();
        second.close();

        assertThat(bulkhead.release()).isTrue();
        assertThat(bulkhead.availablePermits()).isEqualTo(2);
        assertThat(bulkhead.release()).isFalse();
        assertThat(bulkhead.availablePermits()).isEqualTo(2);
    }

    @Test
    void aPermitThatWasReleasedIsClosedInVain() {
        Permit first = bulkhead.acquire();
        Permit second = bulkhead.acquire();

        assertThat(bulkhead.release()).isTrue();
        second.close();
        assertThat(bulkhead.availablePermits()).isEqualTo(1);
        first.close();
        assertThat(bulkhead.availablePermits()).isEqualTo(2);
    }

    @Test
    void releaseKnowsOnlyThePermitsOfItsOwnObject() {
        bulkhead.acquire();

        assertThat(world.another(b -> b).release()).isFalse();
        assertThat(bulkhead.availablePermits()).isEqualTo(1);
    }

    @Test
    void releaseKnowsNothingOfCalls() {
        bulkhead.<RuntimeException>call(() -> assertThat(bulkhead.release()).isFalse());
        CompletableFuture<Boolean> released = new CompletableFuture<>();
        bulkhead.callAsync(() -> {
            released.complete(bulkhead.release());
            return new CompletableFuture<String>();
        });

        assertThat(Call.get(released)).isFalse();
        assertThat(bulkhead.availablePermits()).isEqualTo(1);
    }

    @Test
    void permitsThatNobodyGivesBackAreForgottenWhenTheyHaveLapsed() {
        bulkhead.acquire();
        bulkhead.acquire();
        world.advance(LAPSED);
        bulkhead.acquire();

        assertThat(bulkhead.release()).isTrue();
        assertThat(bulkhead.release()).isFalse();
        assertThat(bulkhead.availablePermits()).isEqualTo(2);
    }

    @Test
    void permitsOfABulkheadThatIsNotEnabledDoNothing() {
        world.change(b -> b.enabled(false).maxConcurrent(0));

        try (Permit permit = bulkhead.tryAcquire().orElseThrow()) {
            bulkhead.acquire();
        }
        assertThat(bulkhead.release()).isTrue();
        assertThat(bulkhead.release()).isFalse();

        world.change(b -> b.enabled(true).maxConcurrent(1));
        assertThat(bulkhead.availablePermits()).isEqualTo(1);
        bulkhead.acquire();
        assertThat(bulkhead.availablePermits()).isZero();
    }

    @Test
    void acquireWaitsAsLongAsItMay() throws InterruptedException {
        world.change(b -> b.maxConcurrent(1).maxWait(Duration.ofSeconds(3)));
        Permit held = bulkhead.acquire();
        AtomicInteger got = new AtomicInteger();
        Thread waiting = new Thread(() -> {
            bulkhead.acquire();
            got.incrementAndGet();
        });
        waiting.start();
        world.awaitWaiting(1);

        held.close();

        waiting.join(60_000);
        assertThat(got).hasValue(1);
        assertThat(bulkhead.release()).isTrue();
    }

    @Test
    void theThreadThatIsInterruptedBeforeItTakesAFreePermitGetsItAndKeepsItsFlag() {
        Thread.currentThread().interrupt();

        Permit permit = bulkhead.acquire();

        assertThat(Thread.interrupted()).isTrue();
        permit.close();
        assertThat(bulkhead.availablePermits()).isEqualTo(2);
    }
}
