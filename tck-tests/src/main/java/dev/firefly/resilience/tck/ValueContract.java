package dev.firefly.resilience.tck;

import static dev.firefly.resilience.tck.StoreNodes.read;
import static dev.firefly.resilience.tck.StoreNodes.replace;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.store.ResilienceStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is written is read, whoever asks, and only what was expected is overwritten. */
interface ValueContract extends StoreNodes {
    @Test
    default void whatWasNeverWrittenIsMissing() {
        assertThat(node().read(List.of(key("a"), key("b")))).isEmpty();
        assertThat(node().read(List.of())).isEmpty();
    }

    @Test
    default void whatOneNodeWritesAnotherReadsInABatch() {
        ResilienceStore writer = node();
        List<String> keys = List.of(
                key("circuit-breaker", "a"),
                key("circuit-breaker", "b"),
                key("rate-limiter", "a"),
                key("bulkhead", "a"));
        keys.forEach(key -> replace(writer, key, null, key.getBytes(UTF_8)));

        List<String> asked = new ArrayList<>(keys);
        asked.add(key("circuit-breaker", "missing"));
        Map<String, byte[]> read = node().read(asked);

        assertThat(read).containsOnlyKeys(keys);
        keys.forEach(key -> assertThat(read.get(key)).asString().isEqualTo(key));
    }

    @Test
    default void theFirstValueIsWrittenOnlyWhereThereIsNone() {
        ResilienceStore node = node();

        assertThat(replace(node, key("a"), null, one())).isTrue();
        assertThat(replace(node(), key("a"), null, two())).isFalse();
        assertThat(read(node, key("a"))).isEqualTo(one());
    }

    @Test
    default void aValueIsReplacedOnlyIfItIsTheExpectedOneByteByByte() {
        ResilienceStore node = node();
        replace(node, key("a"), null, one());

        assertThat(replace(node, key("a"), new byte[] {1, 2}, two())).isFalse();
        assertThat(replace(node, key("a"), two(), two())).isFalse();
        assertThat(read(node, key("a"))).isEqualTo(one());
        assertThat(replace(node(), key("a"), one(), two())).isTrue();
        assertThat(read(node, key("a"))).isEqualTo(two());
    }

    @Test
    default void aMissingValueIsNotTheExpectedOne() {
        ResilienceStore node = node();

        assertThat(replace(node, key("a"), one(), two())).isFalse();
        assertThat(replace(node, key("a"), new byte[0], two())).isFalse();
        assertThat(read(node, key("a"))).isNull();
    }

    @Test
    default void theLockedEntryShowsWhatIsStoredAndWhatTheSectionWrote() {
        ResilienceStore node = node();
        List<byte[]> seen = new ArrayList<>();

        node.withLock(key("a"), PATIENCE, entry -> {
            assertThat(entry.value()).isNull();
            assertThat(entry.compareAndReplace(null, one())).isTrue();
            seen.add(entry.value());
            assertThat(entry.compareAndReplace(one(), two())).isTrue();
            seen.add(entry.value());
        });

        assertThat(seen).containsExactly(one(), two());
    }

    @Test
    default void largeAndEmptyValuesAreKept() {
        ResilienceStore node = node();
        byte[] large = new byte[64 * 1024];
        new Random(1).nextBytes(large);

        assertThat(replace(node, key("large"), null, large)).isTrue();
        assertThat(replace(node, key("large"), large.clone(), new byte[0])).isTrue();
        assertThat(read(node(), key("large"))).isEmpty();
        assertThat(replace(node, key("large"), new byte[0], large)).isTrue();
        assertThat(read(node(), key("large"))).isEqualTo(large);
    }

    @Test
    default void namesMayHoldAnything() {
        ResilienceStore node = node();
        List<String> keys = Stream.of(
                        ":",
                        "a:b",
                        "a.b.c",
                        "\"a.b\"",
                        "a b",
                        "@x",
                        "x@y",
                        "*",
                        "#f(int[])",
                        "é",
                        "e\u0301",
                        "数",
                        "🔥",
                        "")
                .map(this::key)
                .toList();
        keys.forEach(key -> assertThat(replace(node, key, null, one())).as(key).isTrue());

        assertThat(node().read(keys)).containsOnlyKeys(keys);
    }

    @Test
    default void aKeyOfTheRegistriesIsLikeAnyOther() {
        ResilienceStore writer = node();
        ResilienceStore other = node();
        String key = key("registries", "all");

        assertThat(writer.lane(key)).isBetween(0, writer.lanes() - 1);
        assertThat(writer.read(List.of(key, key("a")))).isEmpty();
        assertThat(replace(writer, key, null, one())).isTrue();
        assertThat(replace(other, key, null, two())).isFalse();
        assertThat(replace(other, key, one(), two())).isTrue();
        assertThat(writer.read(List.of(key, key("a")))).containsOnlyKeys(key);
        assertThat(read(writer, key)).isEqualTo(two());
    }

    @Test
    default void aHundredNamesMayBeUsedForTheFirstTimeAtOnce() {
        ResilienceStore one = node();
        ResilienceStore other = node();
        List<String> keys =
                IntStream.range(0, 100).mapToObj(i -> key("first" + i)).toList();
        try (Crew crew = new Crew()) {
            List<Integer> created = crew.all(8, number -> (int) keys.stream()
                    .filter(key -> replace(number % 2 == 0 ? one : other, key, null, new byte[] {(byte) number}))
                    .count());

            assertThat(created.stream().mapToInt(Integer::intValue).sum()).isEqualTo(100);
        }
        assertThat(other.read(keys)).containsOnlyKeys(keys);
    }

    private static byte[] one() {
        return new byte[] {1, 2, 3};
    }

    private static byte[] two() {
        return new byte[] {1, 2, 4};
    }
}
