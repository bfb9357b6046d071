package dev.firefly.resilience.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BreakerStateTest {
    private static final List<Phase> PHASES = List.of(Phase.values());
    private static final Instant T0 = Instant.ofEpochSecond(1_700_000_000);

    private static BreakerState state(Phase phase, Duration wait, Instant... failures) {
        return new BreakerState(phase, List.of(failures), failures.length, Optional.of(T0), Optional.ofNullable(wait));
    }

    private static BreakerState closed() {
        return new BreakerState(Phase.CLOSED, List.of(), 0, Optional.empty(), Optional.empty());
    }

    @ParameterizedTest
    @EnumSource(Phase.class)
    void everyPhaseIsExactlyOneOfClosedOpenAndHalfOpen(Phase phase) {
        BreakerState state = state(phase, Duration.ofSeconds(30));

        assertThat(state.isClosed()).isEqualTo(phase == Phase.CLOSED || phase == Phase.DISABLED);
        assertThat(state.isOpen()).isEqualTo(phase == Phase.OPEN || phase == Phase.FORCED_OPEN);
        assertThat(state.isHalfOpen()).isEqualTo(phase == Phase.HALF_OPEN);
    }

    @Test
    void theFailuresCannotBeChangedFromOutside() {
        List<Instant> failures = new ArrayList<>(List.of(T0));
        BreakerState state = new BreakerState(Phase.CLOSED, failures, 1, Optional.empty(), Optional.empty());

        failures.clear();

        assertThat(state.failures()).containsExactly(T0);
    }

    @Test
    void retryAfterIsWhatIsLeftOfTheWait() {
        BreakerState open = state(Phase.OPEN, Duration.ofSeconds(30));

        assertThat(open.retryAfter(T0)).contains(Duration.ofSeconds(30));
        assertThat(open.retryAfter(T0.plusSeconds(10))).contains(Duration.ofSeconds(20));
        assertThat(open.retryAfter(T0.plusSeconds(30))).contains(Duration.ZERO);
        assertThat(open.retryAfter(T0.plusSeconds(99))).contains(Duration.ZERO);
        assertThat(state(Phase.HALF_OPEN, Duration.ofSeconds(30)).retryAfter(T0))
                .contains(Duration.ZERO);
        assertThat(closed().retryAfter(T0)).contains(Duration.ZERO);
        assertThat(state(Phase.FORCED_OPEN, null).retryAfter(T0)).isEmpty();
    }

    @Test
    void aProbeIsDueOnceTheWaitIsOver() {
        BreakerState open = state(Phase.OPEN, Duration.ofSeconds(30));

        assertThat(open.probeDue(T0.plusSeconds(30).minusNanos(1))).isFalse();
        assertThat(open.probeDue(T0.plusSeconds(30))).isTrue();
        assertThat(state(Phase.HALF_OPEN, Duration.ofSeconds(30)).probeDue(T0)).isTrue();
        assertThat(closed().probeDue(T0)).isFalse();
        assertThat(state(Phase.FORCED_OPEN, null).probeDue(T0)).isFalse();
        assertThat(state(Phase.DISABLED, null).probeDue(T0)).isFalse();
    }

    // ---- JSON

    @Test
    void theJsonHasTimesAndSpansInSecondsAndNullWhereThereIsNone() {
        assertThat(state(Phase.OPEN, Duration.ofMillis(30_500), T0.minusMillis(250), T0)
                        .toJson())
                .isEqualTo("{\"state\":\"OPEN\",\"failures\":[1699999999.75,1700000000],\"opened_at\":1700000000,"
                        + "\"open_for\":30.5}");
        assertThat(closed().toJson())
                .isEqualTo("{\"state\":\"CLOSED\",\"failures\":[],\"opened_at\":null,\"open_for\":null}");
        assertThat(state(Phase.OPEN, Duration.ZERO).toJson()).endsWith("\"open_for\":0}");
        assertThat(state(Phase.OPEN, Duration.ofNanos(1)).toJson()).endsWith("\"open_for\":0.000000001}");
    }

    @Test
    void everyStateComesBackFromItsJson() {
        Seeds.each(500, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            List<Instant> failures = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--) {
                failures.add(Instant.ofEpochSecond(random.nextLong(1L << 33), random.nextInt(1_000_000_000)));
            }
            BreakerState state = new BreakerState(
                    PHASES.get(random.nextInt(PHASES.size())),
                    failures,
                    failures.size(),
                    random.nextBoolean()
                            ? Optional.of(Instant.ofEpochSecond(random.nextLong(1L << 33), random.nextInt(1_000_000)))
                            : Optional.empty(),
                    random.nextBoolean()
                            ? Optional.of(Duration.ofNanos(random.nextLong(Long.MAX_VALUE)))
                            : Optional.empty());

            assertThat(BreakerState.fromJson(state.toJson())).isEqualTo(state);
        });
    }

    @Test
    void blanksAnyOrderAnyCaseAndUnknownMembersAreAccepted() {
        String json = " { \"open_for\" : 30 , \"note\":\"a \\\"b\\\" ]}\", \"more\":[1,2], \"flag\": true ,"
                + "\"failures\" : [ 1.5 , 2e0 ] ,\n\t\"opened_at\":1.7E9, \"state\":\"half_open\" } ";

        BreakerState state = BreakerState.fromJson(json);

        assertThat(state.phase()).isEqualTo(Phase.HALF_OPEN);
        assertThat(state.openFor()).contains(Duration.ofSeconds(30));
        assertThat(state.openedAt()).contains(T0);
        assertThat(state.failures()).containsExactly(Instant.ofEpochMilli(1500), Instant.ofEpochSecond(2));
        assertThat(state.failureCount()).isEqualTo(2);
        assertThat(BreakerState.fromJson("{\"state\":\"CLOSED\"}")).isEqualTo(closed());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"state\":\"\"}",
                "{\"state\":\"AJAR\"}",
                "{\"state\":OPEN}",
                "{\"state\":\"OPEN\"",
                "{\"state\":\"OPEN",
                "{\"state\":\"OPEN\\",
                "{\"state\":\"OPEN\"}}",
                "{\"state\":\"OPEN\"} x",
                "{\"state\":\"OPEN\",}",
                "{\"state\":\"OPEN\" \"failures\":[]}",
                "{\"state\":\"OPEN\",\"failures\":[1,]}",
                "{\"state\":\"OPEN\",\"failures\":[null]}",
                "{\"state\":\"OPEN\",\"failures\":[[1]]}",
                "{\"state\":\"OPEN\",\"failures\":1}",
                "{\"state\":\"OPEN\",\"opened_at\":\"1\"}",
                "{\"state\":\"OPEN\",\"opened_at\":NaN}",
                "{\"state\":\"OPEN\",\"opened_at\":1e999999999}",
                "{\"state\":\"OPEN\",\"opened_at\":1e-999999999}",
                "{\"state\":\"OPEN\",\"open_for\":9223372036.854775808}",
                "{\"state\":\"OPEN\",\"open_for\":1e30}",
                "{\"state\":\"OPEN\",\"x\":}",
                "{\"state\":\"OPEN\",\"x\":{\"y\":1}}"
            })
    void whatIsNoStateIsRefused(String json) {
        assertThatThrownBy(() -> BreakerState.fromJson(json)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aNumberOfEndlessLengthIsRefused() {
        String digits = String.join("", Collections.nCopies(100_000, "9"));

        assertThatThrownBy(() -> BreakerState.fromJson("{\"state\":\"OPEN\",\"opened_at\":" + digits + "}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at character");
    }

    @Test
    @Timeout(60)
    void hostileJsonNeverDoesWorseThanBeRefused() {
        String good = state(Phase.OPEN, Duration.ofSeconds(30), T0, T0).toJson();
        String alphabet = "{}[]\",:0123456789eE+-.\\ nulltrue\u0000\u00e9";
        Seeds.each(50, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < 1000; i++) {
                StringBuilder text = new StringBuilder(good);
                for (int edits = random.nextInt(1, 5); edits > 0; edits--) {
                    int at = random.nextInt(text.length() + 1);
                    char c = alphabet.charAt(random.nextInt(alphabet.length()));
                    if (random.nextBoolean() || at == text.length()) {
                        text.insert(at, c);
                    } else {
                        text.deleteCharAt(at);
                    }
                }
                try {
                    BreakerState.fromJson(text.toString()).toJson();
                } catch (IllegalArgumentException expected) {
                    // nothing else may be thrown
                }
            }
        });
    }
}
