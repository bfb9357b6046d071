package dev.firefly.resilience.benchmarks;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** What was measured, and what it is beside the peers, as tables in Markdown. */
final class Report {
    private final List<Measured> measured;
    private final List<Verdict> verdicts;

    /** One benchmark; bytes and processor time per operation, the latter in nanoseconds. */
    private record Measured(
            String name, int threads, double score, double error, String unit, double bytes, double cpu) {
        static Measured of(RunResult run) {
            Result<?> score = run.getPrimaryResult();
            String[] path = run.getParams().getBenchmark().split("\\.");
            return new Measured(
                    path[path.length - 2] + '.' + path[path.length - 1],
                    run.getParams().getThreads(),
                    score.getScore(),
                    score.getScoreError(),
                    score.getScoreUnit(),
                    secondary(run, "gc.alloc.rate.norm"),
                    secondary(run, CpuProfiler.LABEL));
        }

        private static double secondary(RunResult run, String label) {
            Result<?> result = run.getSecondaryResults().get(label);
            return result == null ? Double.NaN : result.getScore();
        }
    }

    /** The same ratio in processor time is what a busy machine hardly changes. */
    private record Verdict(Target target, double value, double inCpu) {
        boolean isGood() {
            return target.isMetBy(value);
        }
    }

    Report(Collection<RunResult> runs) {
        measured = runs.stream().map(Measured::of).toList();
        verdicts = Target.ALL.stream().flatMap(target -> judge(target).stream()).toList();
    }

    private Optional<Verdict> judge(Target target) {
        return find(target.ours(), target.threads()).flatMap(ours -> {
            if (target.peer().isEmpty()) {
                return Optional.of(new Verdict(target, ours.bytes(), Double.NaN));
            }
            return find(target.peer(), target.threads())
                    .map(peer -> new Verdict(
                            target,
                            ours.score() / peer.score(),
                            target.isRate() ? peer.cpu() / ours.cpu() : ours.cpu() / peer.cpu()));
        });
    }

    private Optional<Measured> find(String name, int threads) {
        return measured.stream()
                .filter(one -> one.name().equals(name) && one.threads() == threads)
                .findFirst();
    }

    /** Whether every target that could be judged is met. */
    boolean isGood() {
        return verdicts.stream().allMatch(Verdict::isGood);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        line(text, "| benchmark | threads | score | ± (99.9 %%) | unit | bytes/op | CPU ns/op |");
        line(text, "|---|---|---|---|---|---|---|");
        for (Measured one : measured) {
            line(
                    text,
                    "| %s | %d | %,.1f | %,.1f | %s | %,.1f | %,.0f |",
                    one.name(),
                    one.threads(),
                    one.score(),
                    one.error(),
                    one.unit(),
                    one.bytes(),
                    one.cpu());
        }
        line(text, "");
        line(text, "| ours | beside | threads | ours / peer | in CPU | target | |");
        line(text, "|---|---|---|---|---|---|---|");
        for (Verdict verdict : verdicts) {
            Target target = verdict.target();
            line(
                    text,
                    "| %s | %s | %d | %,.3f | %s | %s | %s |",
                    target.ours(),
                    target.peer().isEmpty() ? "bytes per call" : target.peer(),
                    target.threads(),
                    verdict.value(),
                    Double.isNaN(verdict.inCpu()) ? "" : String.format(Locale.ROOT, "%,.3f", verdict.inCpu()),
                    target.bound(),
                    target.isFree() ? "" : verdict.isGood() ? "met" : "MISSED");
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
