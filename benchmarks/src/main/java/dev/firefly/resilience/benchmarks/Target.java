package dev.firefly.resilience.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What ours is to be beside a peer, in one run.
 *
 * @param peer empty when the bytes a call allocates are meant, else the score of ours is divided by that of the peer
 * @param least the least value that is good enough
 * @param most the largest
 */
record Target(String ours, String peer, int threads, double least, double most) {
    private static final double NONE = Double.POSITIVE_INFINITY;
    /** No object is as small as this; what is measured below it is the measuring. */
    private static final double NO_BYTES = 0.5;

    private static final List<String> PEERS = List.of("resilience4j", "failsafe", "smallrye");
    private static final Set<String> FREE_OF_BYTES = Set.of("RetryCall", "LimiterCall", "BulkheadCall");
    private static final Map<String, Double> BOUND = Map.of("TimeLimitCall", 0.15, "FiveCall", 0.15);

    static final List<Integer> CALL_THREADS = List.of(1, 2);
    static final List<Integer> STORE_THREADS = List.of(1, 8, 32);
    static final List<Target> ALL = Stream.concat(
                    CALL_THREADS.stream()
                            .flatMap(threads -> Stream.of(calls(threads), patterns(threads), annotations(threads))
                                    .flatMap(targets -> targets)),
                    STORE_THREADS.stream().flatMap(Target::store))
            .toList();

    private static Stream<Target> calls(int threads) {
        return Stream.of(
                new Target("ClosedBreaker.firefly", "ClosedBreaker.resilience4j", threads, 0, 0.25),
                new Target("ClosedBreaker.firefly", "", threads, 0, NO_BYTES),
                new Target("OpenBreaker.firefly", "OpenBreaker.resilience4j", threads, 0, 0.25),
                new Target("OpenBreaker.firefly", "OpenBreaker.resilience4jWithoutTrace", threads, 0, 0.25));
    }

    /** Beside each peer, so beside the best of them too. */
    private static Stream<Target> patterns(int threads) {
        return Stream.of("RetryCall", "LimiterCall", "BulkheadCall", "TimeLimitCall", "FiveCall")
                .flatMap(call -> Stream.concat(
                        PEERS.stream().map(peer -> beside(call, peer, threads)),
                        FREE_OF_BYTES.contains(call)
                                ? Stream.of(new Target(call + ".fireflyCall", "", threads, 0, NO_BYTES))
                                : Stream.of()));
    }

    private static Target beside(String call, String peer, int threads) {
        double most = BOUND.getOrDefault(call, NONE);
        return new Target(call + ".fireflyCall", call + '.' + peer + "Call", threads, 0, most);
    }

    private static Stream<Target> annotations(int threads) {
        return Stream.of(new Target(
                "InterceptedCall.annotation", "InterceptedCall.patternAndEmptyInterceptor", threads, 0, 1.5));
    }

    /** With one thread there is nothing to combine, and with few the entry processor's one round trip is hard to beat. */
    private static Stream<Target> store(int threads) {
        boolean many = threads == 32;
        return Stream.of(
                new Target("HotKey.firefly", "HotKey.lockPerUpdate", threads, many ? 10 : 0, NONE),
                new Target("HotKey.firefly", "HotKey.entryProcessor", threads, many ? 1.2 : 0, NONE));
    }

    boolean isMetBy(double value) {
        return value >= least && value <= most;
    }

    /** Whether scores are operations per time, and not time per operation. */
    boolean isRate() {
        return ours.startsWith("HotKey");
    }

    /** Whether any value will do. */
    boolean isFree() {
        return least == 0 && most == NONE;
    }

    String bound() {
        if (isFree()) {
            return "";
        }
        if (peer.isEmpty()) {
            return "0";
        }
        return String.format(Locale.ROOT, most == NONE ? ">= %2$.1f" : "<= %1$.2f", most, least);
    }
}
