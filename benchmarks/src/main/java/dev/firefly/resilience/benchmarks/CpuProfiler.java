package dev.firefly.resilience.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The processor time one operation takes: that of all threads of this process, the collector's and the compiler's
 * included, and of the members that take part. Unlike wall time it hardly moves when somebody else uses the machine; but
 * waiting costs nothing in it.
 */
public final class CpuProfiler implements InternalProfiler {
    static final String LABEL = "cpu.norm";

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final List<LongSupplier> OTHERS = new CopyOnWriteArrayList<>();

    private static volatile boolean stopped;
    private static volatile long atStop;

    private long before;

    @Override
    public String getDescription() {
        return "processor time per operation, of all that take part";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = nanos();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long used = (stopped ? atStop : nanos()) - before;
        long operations = Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult(LABEL, (double) used / operations, "ns/op", AggregationPolicy.AVG));
    }

    private static long nanos() {
        return ownNanos() + OTHERS.stream().mapToLong(LongSupplier::getAsLong).sum();
    }

    /** The processor time of this process until now. */
    static long ownNanos() {
        return SYSTEM.getProcessCpuTime();
    }

    /** Adds a process that works for this one; it tells the processor time it has used until now. */
    static void include(LongSupplier other) {
        OTHERS.add(other);
    }

    /** Called before something expensive is torn down, which happens within the last iteration: that does not count. */
    static void stop() {
        atStop = nanos();
        stopped = true;
    }
}
