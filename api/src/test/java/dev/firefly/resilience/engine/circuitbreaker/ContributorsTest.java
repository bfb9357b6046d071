package dev.firefly.resilience.engine.circuitbreaker;

import static dev.firefly.resilience.engine.circuitbreaker.Circuits.SECOND;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.T0;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.encoded;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.rules;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Seeds;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import dev.firefly.resilience.engine.circuitbreaker.Contributors.Contributor;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The quorum: whose failures are in the window of a closed circuit, and when they open it. */
class ContributorsTest {
    private static final CircuitType TYPE = new CircuitType();
    private static final Rules COUNT =
            rules(b -> b.failureThreshold(2).windowSize(4).quorum(2));

    /** One outcome, as the naive history remembers it. */
    private record Seen(String owner, Outcome outcome, long at) {
        boolean isBad() {
            return outcome.failed || outcome.slow;
        }
    }

    private static Circuit after(Circuit circuit, Rules rules, String owner, Outcome outcome, int times, long now) {
        return new RecordOutcome(
                        rules,
                        circuit.epoch(),
                        Admission.NO_PERMIT,
                        outcome,
                        times,
                        SECOND,
                        new Voice(owner, rules.quorum(), rules.quorum()))
                .apply(circuit, now)
                .state();
    }

    /** It opens exactly when the window trips and enough owners have bad outcomes in it, counted the plain way. */
    @Test
    void itOpensExactlyWhenTheWindowTripsAndTheQuorumIsThere() {
        Seeds.each(2000, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            Rules rules = anyRules(random);
            List<Seen> history = new ArrayList<>();
            Circuit circuit = Circuit.INITIAL;
            long now = T0;
            for (int step = 0; step < 80; step++) {
                now += random.nextInt(3) * SECOND;
                String owner = "node-" + random.nextInt(5);
                Outcome outcome = random.nextInt(3) > 0 ? Outcome.FAILURE : Outcome.SUCCESS;
                int times = outcome == Outcome.SUCCESS ? random.nextInt(1, 4) : 1;
                Closed before = (Closed) circuit;
                circuit = after(before, rules, owner, outcome, times, now);
                boolean opened = circuit instanceof Open;

                boolean expected = false;
                OutcomeWindow window = before.window();
                for (int i = 0; i < times && !expected; i++) {
                    history.add(new Seen(owner, outcome, now));
                    window = window.push(outcome, 1, now, rules);
                    expected = window.judge(rules, now) != null && bad(history, rules, now) >= rules.quorum();
                }
                assertThat(opened)
                        .as("step %d of %s with %s", step, history, rules)
                        .isEqualTo(expected);
                if (opened) {
                    history.clear();
                    circuit = new Closed(circuit.epoch() + 1, OutcomeWindow.EMPTY);
                }
            }
        });
    }

    @Test
    void aRegistryCountsOnceWhateverItsNameInLeasesIs() {
        Circuit circuit = after(Circuit.INITIAL, COUNT, "one~1@before", Outcome.FAILURE, 1, T0);
        circuit = after(circuit, COUNT, "one~2@before", Outcome.FAILURE, 1, T0);
        circuit = after(circuit, COUNT, "one~1@after", Outcome.FAILURE, 1, T0);
        assertThat(circuit).isInstanceOf(Closed.class);

        assertThat(after(circuit, COUNT, "two~1@before", Outcome.FAILURE, 1, T0))
                .isInstanceOf(Open.class);
    }

    private static Rules anyRules(SplittableRandom random) {
        return rules(b -> {
            b.windowSize(random.nextInt(4, 20))
                    .failureThreshold(random.nextInt(1, 4))
                    .quorum(random.nextInt(1, 5));
            if (random.nextBoolean()) {
                b.windowDuration(seconds(random.nextInt(5, 20)));
            }
            return b;
        });
    }

    private static long bad(List<Seen> history, Rules rules, long now) {
        List<Seen> window = rules.isOverTime()
                ? history.stream()
                        .filter(seen -> seen.at > now - rules.windowNanos())
                        .toList()
                : history.subList(Math.max(0, history.size() - rules.windowSize()), history.size());
        return window.stream().filter(Seen::isBad).map(Seen::owner).distinct().count();
    }

    @Test
    void slowCallsContributeToo() {
        Rules slow = rules(b ->
                b.failureThreshold(2).windowSize(2).slowCallDuration(seconds(1)).quorum(2));
        Circuit circuit = after(Circuit.INITIAL, slow, "a", Outcome.SLOW_SUCCESS, 1, T0);

        assertThat(after(circuit, slow, "a", Outcome.SLOW_SUCCESS, 1, T0)).isInstanceOf(Closed.class);
        assertThat(after(circuit, slow, "b", Outcome.SLOW_SUCCESS, 1, T0)).isInstanceOf(Open.class);
    }

    @Test
    void aWindowFullOfSuccessesHoldsNobody() {
        Circuit circuit = after(Circuit.INITIAL, COUNT, "a", Outcome.FAILURE, 1, T0);
        circuit = after(circuit, COUNT, "b", Outcome.SUCCESS, 4, T0);

        assertThat(((Closed) circuit).contributors()).isEqualTo(Contributors.NONE);
        assertThat(after(circuit, COUNT, "b", Outcome.SUCCESS, 1, T0)).isSameAs(circuit);
    }

    @Test
    void aSuccessInASpanOfTimeChangesNothing() {
        Rules span = rules(b -> b.failureThreshold(2).windowDuration(seconds(9)).quorum(2));
        Circuit circuit = after(Circuit.INITIAL, span, "a", Outcome.FAILURE, 1, T0);

        assertThat(after(circuit, span, "b", Outcome.SUCCESS, 1, T0 + SECOND)).isSameAs(circuit);
    }

    @Test
    void withoutAQuorumNobodyIsRememberedAndTheBytesAreThoseOfOld() {
        Rules one = rules(b -> b.failureThreshold(2).windowSize(4));
        Circuit circuit = Circuits.record(one, 0, Outcome.FAILURE, 1)
                .apply(Circuit.INITIAL, T0)
                .state();

        assertThat(((Closed) circuit).contributors()).isEqualTo(Contributors.NONE);
        assertThat(TYPE.minor(circuit)).isZero();
        assertThat(TYPE.minor(after(Circuit.INITIAL, COUNT, "a", Outcome.FAILURE, 1, T0)))
                .isEqualTo(TYPE.minor())
                .isEqualTo(1);
    }

    @Test
    void aNodeWithASmallerQuorumForgetsNobodyWhomOthersNeed() {
        Rules four = rules(b -> b.failureThreshold(9).quorum(4));
        Rules two = rules(b -> b.failureThreshold(9).quorum(2));
        Circuit circuit = Circuit.INITIAL;
        for (String owner : List.of("a", "b", "c")) {
            circuit = after(circuit, four, owner, Outcome.FAILURE, 1, T0);
        }

        circuit = after(circuit, two, "a", Outcome.FAILURE, 1, T0);

        assertThat(owners(circuit)).containsExactly("b", "c", "a");
        assertThat(owners(after(circuit, two, "d", Outcome.FAILURE, 1, T0))).containsExactly("c", "a", "d");
    }

    private static List<String> owners(Circuit circuit) {
        return ((Closed) circuit)
                .contributors().list().stream().map(Contributor::owner).toList();
    }

    @Test
    void whoHasGoneIsNoContributor() {
        Circuit circuit = after(Circuit.INITIAL, COUNT, "a@one", Outcome.FAILURE, 1, T0);

        Circuit left = TYPE.released(circuit, owner -> owner.endsWith("@one"));

        assertThat(((Closed) left).contributors()).isEqualTo(Contributors.NONE);
        assertThat(((Closed) left).window()).isSameAs(((Closed) circuit).window());
        assertThat(TYPE.released(circuit, owner -> owner.endsWith("@two"))).isSameAs(circuit);
    }

    /** When the clock is set back, a node of an older version moves the window, and carries them along. */
    @Test
    void aWindowCanBeReadAndGetsRidOfThemThoughTheyAreAheadOfIt() {
        Rules minute =
                rules(b -> b.failureThreshold(5).windowDuration(seconds(60)).quorum(2));
        Closed ahead = (Closed) after(Circuit.INITIAL, minute, "a", Outcome.FAILURE, 1, T0 + 3600 * SECOND);
        Circuit circuit = new Closed(0, ahead.window().shifted(-3600 * SECOND), ahead.contributors());
        assertThat(TYPE.latest(circuit)).isEqualTo(T0);

        circuit = after(circuit, minute, "b", Outcome.FAILURE, 1, T0 + SECOND);
        assertThat(owners(circuit)).containsExactly("a", "b");

        circuit = after(circuit, minute, "b", Outcome.FAILURE, 1, T0 + 70 * SECOND);
        assertThat(owners(circuit)).containsExactly("b");
    }

    // ---- bytes

    private static byte[] appended(Circuit circuit) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TYPE.encodeAppended(circuit, 1, new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    @Test
    void theyComeBackFromTheirBytesInTheEpochOfWhichTheyAre() throws IOException {
        Circuit circuit = after(Circuit.INITIAL, COUNT, "a", Outcome.FAILURE, 1, T0);
        circuit = after(circuit, COUNT, "n\u00f6de", Outcome.SUCCESS, 1, T0);
        Circuit plain = TYPE.decode(ByteBuffer.wrap(encoded(circuit)));
        byte[] tail = appended(circuit);

        Circuit back = TYPE.decodeAppended(plain, 1, ByteBuffer.wrap(tail));
        assertThat(((Closed) back).contributors()).isEqualTo(((Closed) circuit).contributors());
        assertThat(((Closed) back).contributors().list()).containsExactly(new Contributor("a", 1, T0));

        Circuit later = new Closed(1, ((Closed) plain).window());
        assertThat(TYPE.decodeAppended(later, 1, ByteBuffer.wrap(tail))).isSameAs(later);
        Circuit open = Circuits.open(0, T0, SECOND);
        assertThat(TYPE.decodeAppended(open, 1, ByteBuffer.wrap(tail))).isSameAs(open);
    }

    @Test
    void theBytesAreThoseOfMinorVersionOne() throws IOException {
        Circuit circuit = new Closed(
                3,
                OutcomeWindow.EMPTY,
                new Contributors(List.of(new Contributor("a@b", 2, T0), new Contributor("c", 0, T0))));

        assertThat(HexFormat.of().formatHex(appended(circuit)))
                .isEqualTo("0000000000000003" + "00000002" + "00000002" + "17979cfe362a0000" + "0003" + "614062"
                        + "00000000" + "17979cfe362a0000" + "0001" + "63");
    }

    @Test
    void hostileBytesAreRefusedOrAreContributorsLikeAnyOther() throws IOException {
        Circuit circuit = Circuit.INITIAL;
        for (String owner : List.of("a", "b", "c")) {
            circuit = after(circuit, rules(b -> b.failureThreshold(9).quorum(3)), owner, Outcome.FAILURE, 1, T0);
        }
        Circuit plain = TYPE.decode(ByteBuffer.wrap(encoded(circuit)));
        byte[] tail = appended(circuit);
        Seeds.each(100, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < 300; i++) {
                byte[] bytes = Arrays.copyOf(tail, random.nextInt(tail.length + 3));
                for (int j = random.nextInt(4); j > 0 && bytes.length > 0; j--) {
                    bytes[random.nextInt(bytes.length)] = (byte) (random.nextBoolean() ? 0xFF : random.nextInt(256));
                }
                use(plain, bytes);
            }
        });
    }

    private static void use(Circuit plain, byte[] bytes) {
        Circuit circuit;
        try {
            circuit = TYPE.decodeAppended(plain, 1, ByteBuffer.wrap(bytes));
        } catch (IllegalArgumentException | BufferUnderflowException refused) {
            return;
        }
        TYPE.shift(circuit, -3600 * SECOND);
        TYPE.shift(circuit, Long.MAX_VALUE);
        assertThat(TYPE.latest(circuit)).isNotNegative();
        Circuit next = after(circuit, COUNT, "z", Outcome.FAILURE, 1, T0);
        assertThat(Objects.requireNonNull(next).epoch()).isLessThan(2);
    }

    @Test
    void nobodyContributesTwice() throws IOException {
        Circuit circuit = new Closed(
                0,
                OutcomeWindow.EMPTY,
                new Contributors(List.of(new Contributor("a", 2, T0), new Contributor("a", 0, T0))));
        byte[] bytes = appended(circuit);

        assertThatThrownBy(() -> TYPE.decodeAppended(Circuit.INITIAL, 1, ByteBuffer.wrap(bytes)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
