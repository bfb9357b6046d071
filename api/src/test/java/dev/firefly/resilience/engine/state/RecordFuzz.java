package dev.firefly.resilience.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.Seeds;
import dev.firefly.resilience.engine.Allocations;
import dev.firefly.resilience.engine.state.RecordCodec.NewerVersionException;
import dev.firefly.resilience.engine.state.Stored.Token;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Reads 100,000 random and mutated records of one type. Each is refused in the way that is agreed on, or holds a state with
 * which everything can be done that the library does to states: what comes out can be written and is read back as it was.
 */
public final class RecordFuzz<S> {
    /** About when the records were written. */
    public static final long NOW = ManualClock.START;

    /** Some hours before the last moment that can be written. */
    private static final long LATE = (1L << 62) - (1L << 45);

    private static final int SEEDS = 100;
    private static final int RECORDS_PER_SEED = 1_000;
    private static final int SAMPLES = 16;
    private static final long SECOND = 1_000_000_000L;

    /** A record may cost so many times its bytes, the objects made of the shortest elements being larger than those. */
    private static final int TIMES_ITS_LENGTH = 32;
    /** A refusal has a stack trace and a text. */
    private static final int REFUSAL = 16 * 1024;

    private final StateType<S> type;
    private final RecordCodec<S> codec;
    private final Subject<S> subject;
    private int fed;
    private int read;

    /** What is done with the states of one type. */
    public interface Subject<S> {
        /** A state that this library writes at about {@link #NOW}. */
        S sample(SplittableRandom random);

        /** Does everything to the state that is ever done to it, and hands in what becomes of it. */
        void use(S state, long now, SplittableRandom random, Consumer<S> made);

        /** Goes on with what was read as somebody who knows nothing of it, and checks that it is of use again in the end. */
        void recover(S state, long now);
    }

    private RecordFuzz(StateType<S> type, Subject<S> subject) {
        this.type = type;
        this.codec = new RecordCodec<>(type);
        this.subject = subject;
    }

    /** Runs the test. */
    public static <S> void run(StateType<S> type, Subject<S> subject) {
        RecordFuzz<S> fuzz = new RecordFuzz<>(type, subject);
        Seeds.each(SEEDS, fuzz::readMany);
        assertThat(fuzz.read).as("records that could be read").isGreaterThan(fuzz.fed / 6);
    }

    private void readMany(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<byte[]> samples = new ArrayList<>();
        for (int i = 0; i < SAMPLES; i++) {
            Stamped<S> sample = new Stamped<>(subject.sample(random), NOW + 100 * SECOND);
            samples.add(written(codec.missing(), sample).toBytes());
        }
        Mutations mutations = new Mutations(random);
        for (int i = 0; i < RECORDS_PER_SEED; i++) {
            byte[] bytes = mutations.next(samples);
            fed++;
            try {
                readOne(bytes, random);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("record " + HexFormat.of().formatHex(bytes) + ": " + e, e);
            }
        }
    }

    private void readOne(byte[] bytes, SplittableRandom random) {
        Stored<S> stored = readFrugally(bytes);
        if (stored == null) {
            return;
        }
        read++;
        long at = stored.stamped().at();
        long now = new long[] {at, at + 1, NOW, NOW - 3_600 * SECOND, NOW + 3_600 * SECOND, LATE}[random.nextInt(6)];
        // as whoever writes a record reads it: at its own time, or moved along with a clock that was set back
        Stamped<S> present = stored.stamped().rebased(now, type);
        long then = present.clamped(now);
        // at a time as late as that of a record may be, a sum with it is not a time any more
        if (then > LATE) {
            return;
        }
        subject.use(present.state(), then, random, made -> comesBack(stored, new Stamped<>(made, then)));
        common(present.state(), then, made -> comesBack(stored, new Stamped<>(made, then)));
        subject.recover(present.state(), then);
    }

    /** What is done to states of all types. */
    private void common(S state, long now, Consumer<S> made) {
        made.accept(state);
        made.accept(type.released(state, owner -> owner.contains("@")));
        made.accept(type.merged(state, type.initial()));
        made.accept(type.merged(type.initial(), state));
        S alone = type.alone(state, "node@member", 3);
        made.accept(alone);
        made.accept(type.rejoined(state, alone, alone, "node@member"));
        made.accept(type.rejoined(type.initial(), type.initial(), alone, "node@member"));
        type.isNeeded(state, now);
        type.shift(state, 3_600 * SECOND);
        type.shift(state, Long.MAX_VALUE - now);
    }

    private void comesBack(Stored<S> before, Stamped<S> state) {
        Stored<S> next = written(before, state);
        Stored<S> back = codec.decode(next.toBytes());
        // hundreds of thousands of times: no assertion is built before one fails
        if (!back.stamped().equals(state) || back.revision() != next.revision()) {
            assertThat(back.stamped()).as("what was read back").isEqualTo(state);
            assertThat(back.revision()).isEqualTo(next.revision());
        }
        if (!written(before, back.stamped()).isSameRecordAs(next)) {
            assertThat(written(before, back.stamped()).toBytes()).isEqualTo(next.toBytes());
        }
    }

    private Stored<S> written(Stored<S> before, Stamped<S> state) {
        return codec.next(before, state, new Token(7, 9));
    }

    /** The record, or null; measured anew if it seems to have cost too much, since the machine allocates now and then too. */
    private Stored<S> readFrugally(byte[] bytes) {
        long most = (long) TIMES_ITS_LENGTH * bytes.length + REFUSAL;
        for (int attempt = 0; ; attempt++) {
            long before = Allocations.isCounted() ? Allocations.byThisThread() : 0;
            Stored<S> stored = read(bytes);
            long cost = Allocations.isCounted() ? Allocations.byThisThread() - before : 0;
            if (cost <= most) {
                return stored;
            }
            assertThat(attempt).as("bytes allocated: " + cost).isLessThan(3);
        }
    }

    private Stored<S> read(byte[] bytes) {
        try {
            return codec.decode(bytes);
        } catch (NewerVersionException leftAlone) {
            assertThat(Byte.toUnsignedInt(bytes[1])).isGreaterThan(RecordCodec.MAJOR);
            return null;
        } catch (RuntimeException unreadable) {
            // any unchecked exception says so; an error would not be taken for that
            return null;
        }
    }
}
