package dev.firefly.resilience.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.engine.state.Threads;
import dev.firefly.resilience.store.InMemoryStore;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulkheads as users get them: what is configured under a name is what calls of that name meet. */
@Timeout(120)
class BulkheadInRegistryTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ManualClock clock = new ManualClock();
    private final InMemoryStore store = new InMemoryStore(clock);
    private final Map<String, String> settings = new HashMap<>(Map.of("store.lock-block-timeout", "60s"));
    private ResilienceRegistry registry;
    private ResilienceRegistry another;

    private BulkheadInRegistryTest with(String key, String value) {
        settings.put(key, value);
        return this;
    }

    private Resilience.Builder builder() {
        Map<String, String> full = new HashMap<>();
        settings.forEach((key, value) -> full.put(Settings.PREFIX + key, value));
        return Resilience.builder()
                .settings(Settings.of(full, "test"))
                .clock(clock)
                .executor(Runnable::run);
    }

    private Bulkhead start(String name) {
        registry = builder().build();
        return registry.bulkhead(name);
    }

    @AfterEach
    void close() {
        if (registry != null) {
            registry.close();
        }
        if (another != null) {
            another.close();
        }
    }

    @Test
    void asManyCallsRunAsAreConfigured() {
        Bulkhead bulkhead = with("bulkhead.a.max-concurrent", "2").start("a");

        bulkhead.acquire();
        bulkhead.acquire();

        assertThatThrownBy(() -> bulkhead.call(() -> "never"))
                .isInstanceOfSatisfying(BulkheadFullException.class, full -> {
                    assertThat(full.instance()).isEqualTo("a");
                    assertThat(full.maxConcurrent()).isEqualTo(2);
                });
    }

    @Test
    void aNameThatNobodyHasConfiguredHasTheDefaults() {
        Bulkhead bulkhead = start("any");

        assertThat(bulkhead.config()).isEqualTo(BulkheadConfig.defaults());
        assertThat(bulkhead.availablePermits()).isEqualTo(10);
    }

    @Test
    void aBulkheadOfZeroIsClosed() {
        Bulkhead bulkhead = with("bulkhead.a.max-concurrent", "0").start("a");

        assertThat(bulkhead.tryAcquire()).isEmpty();
        assertThatThrownBy(bulkhead::acquire).hasMessageContaining("closed: max-concurrent is 0");
    }

    @Test
    void aCallWaitsAsLongAsIsConfigured() {
        Bulkhead bulkhead = with("bulkhead.a.max-concurrent", "1")
                .with("bulkhead.a.max-wait", "30s")
                .start("a");
        Permit held = bulkhead.acquire();
        CompletableFuture<String> waits = callAsync(bulkhead);

        clock.advance(Duration.ofSeconds(29));
        assertThat(waits).isNotDone();
        held.close();

        assertThat(waits).isCompletedWithValue("done");
    }

    @Test
    void aCallThatHasWaitedAsLongAsIsConfiguredIsTurnedAway() {
        Bulkhead bulkhead = with("bulkhead.a.max-concurrent", "1")
                .with("bulkhead.a.max-wait", "30s")
                .start("a");
        bulkhead.acquire();
        CompletableFuture<String> waits = callAsync(bulkhead);

        clock.advance(Duration.ofSeconds(30).minusNanos(1));
        assertThat(waits).isNotDone();
        clock.advance(Duration.ofNanos(1));

        assertThatThrownBy(waits::join).cause().isInstanceOf(BulkheadFullException.class);
    }

    private static CompletableFuture<String> callAsync(Bulkhead bulkhead) {
        return bulkhead.callAsync(() -> CompletableFuture.completedFuture("done"))
                .toCompletableFuture();
    }

    @Test
    void aPermitLapsesAfterTheTimeThatIsConfigured() {
        Bulkhead bulkhead = with("bulkhead.a.max-concurrent", "1")
                .with("bulkhead.a.permit-ttl", "8m")
                .start("a");
        bulkhead.acquire();

        clock.advance(MINUTE.multipliedBy(8).minusNanos(1));
        assertThat(bulkhead.tryAcquire()).isEmpty();
        clock.advance(MINUTE.plusNanos(1));

        assertThat(bulkhead.tryAcquire()).isPresent();
    }

    @Test
    void thePermitsOfCallsAreRenewedWhereThatIsConfigured() {
        with("bulkhead.a.max-concurrent", "1").with("bulkhead.a.permit-ttl", "8m");
        Bulkhead bulkhead = with("bulkhead.a.permit-renewal", "true").start("a");
        CompletableFuture<String> body = new CompletableFuture<>();
        CompletableFuture<String> call = bulkhead.callAsync(() -> body).toCompletableFuture();

        clock.advance(MINUTE.multipliedBy(80));
        assertThat(bulkhead.tryAcquire()).isEmpty();
        body.complete("ended");

        assertThat(call).isCompletedWithValue("ended");
        assertThat(bulkhead.tryAcquire()).isPresent();
    }

    @Test
    void oneThatIsSwitchedOffLetsEverythingPass() {
        Bulkhead bulkhead = with("bulkhead.a.max-concurrent", "0")
                .with("bulkhead.a.enabled", "false")
                .start("a");

        assertThat(bulkhead.<String, RuntimeException>call(() -> "passed")).isEqualTo("passed");
    }

    @Test
    void whatANameInheritsHoldsForIt() {
        with("bulkhead.default.max-wait", "5s").with("bulkhead.narrow.max-concurrent", "1");
        Bulkhead bulkhead = with("bulkhead.a.base", "narrow").start("a");

        assertThat(bulkhead.config().maxConcurrent()).isEqualTo(1);
        assertThat(bulkhead.config().maxWait()).isEqualTo(Duration.ofSeconds(5));
        try (Permit held = bulkhead.acquire()) {
            assertThat(bulkhead.tryAcquire()).isEmpty();
            assertThat(registry.bulkhead("narrow").tryAcquire())
                    .as("its base is another one")
                    .isPresent();
        }
    }

    @Test
    void registriesOverOneStoreShareThePermits() {
        with("bulkhead.a.max-concurrent", "2").with("bulkhead.a.max-wait", "1m");
        registry = builder().store(store).build();
        another = builder().store(store.join()).build();

        Permit first = registry.bulkhead("a").acquire();
        another.bulkhead("a").acquire();

        assertThat(registry.bulkhead("a").tryAcquire()).isEmpty();
        assertThat(another.bulkhead("a").tryAcquire()).isEmpty();
        first.close();
        another.bulkhead("a").acquire();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void threadsThatUseANameForTheFirstTimeAtOnceShareIt(boolean shared) throws InterruptedException {
        with("bulkhead.default.max-concurrent", "1");
        registry = (shared ? builder().store(store) : builder()).build();
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger arrived = new AtomicInteger();

        Threads.together(2, thread -> {
            for (int name = 0; name < 100; name++) {
                arrived.incrementAndGet();
                while (arrived.get() < 2 * (name + 1)) {
                    Thread.onSpinWait();
                }
                if (registry.bulkhead("name-" + name).tryAcquire().isPresent()) {
                    taken.incrementAndGet();
                }
            }
        });

        assertThat(taken).as("one of each").hasValue(100);
    }

    @Test
    void everyValueThatIsWrongIsToldWhenTheRegistryIsBuilt() {
        with("bulkhead.a.max-concurrent", "-1")
                .with("bulkhead.a.permit-ttl", "0")
                .with("bulkhead.b.max-wait", "soon");

        ConfigurationException invalid = catchThrowableOfType(
                ConfigurationException.class, () -> builder().build());

        assertThat(invalid)
                .hasMessageContaining("bulkhead.a.max-concurrent")
                .hasMessageContaining("bulkhead.a.permit-ttl")
                .hasMessageContaining("bulkhead.b.max-wait");
        assertThat(invalid.problems()).hasSize(3);
    }
}
