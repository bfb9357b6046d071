package dev.firefly.resilience.benchmarks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs ours and the peers in one run and prints how they compare. Arguments: {@code calls}, {@code patterns},
 * {@code annotations}, {@code store}, one of these with a number of threads such as {@code store:32}, or none for all.
 */
public final class Compare {
    private Compare() {}

    /** Ends with status 1 when a target is missed. */
    public static void main(String[] args) throws RunnerException {
        Set<String> wanted = Set.of(args);
        List<RunResult> results = new ArrayList<>();
        for (int threads : Target.CALL_THREADS) {
            if (isWanted(wanted, "calls", threads)) {
                results.addAll(run(threads, ClosedBreaker.class, OpenBreaker.class));
            }
        }
        for (int threads : Target.CALL_THREADS) {
            if (isWanted(wanted, "patterns", threads)) {
                results.addAll(run(
                        threads,
                        RetryCall.class,
                        LimiterCall.class,
                        BulkheadCall.class,
                        TimeLimitCall.class,
                        FiveCall.class));
            }
        }
        for (int threads : Target.CALL_THREADS) {
            if (isWanted(wanted, "annotations", threads)) {
                results.addAll(run(threads, InterceptedCall.class));
            }
        }
        for (int threads : Target.STORE_THREADS) {
            if (isWanted(wanted, "store", threads)) {
                results.addAll(run(threads, HotKey.class));
            }
        }
        Report report = new Report(results);
        System.out.println(report);
        System.exit(report.isGood() ? 0 : 1);
    }

    private static boolean isWanted(Set<String> wanted, String part, int threads) {
        return wanted.isEmpty() || wanted.contains(part) || wanted.contains(part + ':' + threads);
    }

    private static Collection<RunResult> run(int threads, Class<?>... benchmarks) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .threads(threads)
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuProfiler.class)
                .shouldFailOnError(true);
        for (Class<?> benchmark : benchmarks) {
            options.include(benchmark.getName() + "\\.");
        }
        return new Runner(options.build()).run();
    }
}
