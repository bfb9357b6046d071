package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.ResilienceRegistry;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What many beans cost at start, in processor time of the starting thread, which a busy machine does not lengthen. */
class StartTimeTest {
    private static final int BEANS = 1_000;
    private static final Duration BOUND = Duration.ofSeconds(5);
    private static final String GUARDS =
            "@dev.firefly.resilience.annotation.Retry @dev.firefly.resilience.annotation.CircuitBreaker";

    @TempDir
    Path plain;

    @TempDir
    Path guarded;

    @ParameterizedTest
    @EnumSource(Container.class)
    void aThousandGuardedBeansStartLittleLaterThanAsManyOthers(Container container) throws Exception {
        Duration without = timeToStart(container, "", plain);
        Duration with = timeToStart(container, GUARDS, guarded);

        System.out.printf(
                "%s: %,d beans start in %d ms of processor time, guarded ones in %d ms%n",
                container, BEANS, without.toMillis(), with.toMillis());
        assertThat(with.minus(without)).isLessThan(BOUND);
    }

    private static Duration timeToStart(Container container, String annotations, Path directory) throws Exception {
        try (CompiledBeans beans = CompiledBeans.of(BEANS, annotations, directory)) {
            long before = processorNanos();
            try (Application app = container.start(beans.classes())) {
                long after = processorNanos();
                assertThat(app.get(ResilienceRegistry.class).node()).isNotEmpty();
                return Duration.ofNanos(after - before);
            }
        }
    }

    private static long processorNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
