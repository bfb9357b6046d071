package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Disabled;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.HalfOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Probes;
import dev.firefly.resilience.engine.state.Countable;
import dev.firefly.resilience.engine.state.Step;
import dev.firefly.resilience.engine.state.Transition;
import org.jspecify.annotations.Nullable;

/**
 * The transition that reports how calls ended.
 *
 * @param epoch the epoch under which they were admitted
 * @param permit the probe permit they held, if any
 * @param times how many calls ended so; more than one only for successes without a permit
 * @param openFor how long the circuit is to stay open if this opens it, the jitter drawn beforehand
 * @param voice who has to have failed for that
 */
record RecordOutcome(Rules rules, long epoch, long permit, Outcome outcome, int times, long openFor, Voice voice)
        implements Countable<Circuit, Verdict> {
    /** In windows shorter than this it would matter that a success is dated a tenth of a second late. */
    private static final long SHORT_WINDOW_NANOS = 3_000_000_000L;

    RecordOutcome(Rules rules, long epoch, long permit, Outcome outcome, int times, long openFor) {
        this(rules, epoch, permit, outcome, times, openFor, Voice.NONE);
    }

    @Override
    public Step<Circuit, Verdict> apply(Circuit circuit, long now) {
        if (epoch == Admission.ANY_EPOCH) {
            return circuit instanceof Closed closed ? count(closed, now) : new Step<>(circuit, Verdict.DISREGARDED);
        }
        if (circuit.epoch() != epoch) {
            return new Step<>(circuit, outcome == Outcome.NEUTRAL ? Verdict.DISREGARDED : Verdict.LATE);
        }
        if (circuit instanceof Closed closed) {
            return count(closed, now);
        }
        if (circuit instanceof HalfOpen halfOpen) {
            return settle(halfOpen, now);
        }
        return new Step<>(circuit, circuit instanceof Disabled ? Verdict.DISREGARDED : Verdict.LATE);
    }

    /*
     * Of several successes the first is pushed singly, since the window may be found tripped by it (another node's, or
     * one that others have left), and so are all until the minimum number of calls is there, because the rate may be
     * reached at that very moment; from then on a success can only lower it, and the rest goes in at once.
     */
    private Step<Circuit, Verdict> count(Closed closed, long now) {
        if (outcome == Outcome.NEUTRAL) {
            return new Step<>(closed, Verdict.DISREGARDED);
        }
        OutcomeWindow window = closed.window();
        Contributors contributors = closed.contributors();
        Trip trip = null;
        int left = times;
        while (left > 0 && trip == null) {
            boolean mayTrip = left == times || window.tally(rules, now).calls() < rules.mostMinimumCalls();
            int next = mayTrip ? 1 : left;
            OutcomeWindow pushed = window.push(outcome, next, now, rules);
            if (pushed != window) {
                contributors = voice.heard(contributors, outcome, next, pushed, now);
            }
            left = pushed == window ? 0 : left - next;
            window = pushed;
            trip = voice.isEnough(contributors, rules, now) ? window.judge(rules, now) : null;
        }
        Circuit after =
                trip == null ? closed.with(window, contributors) : new Open(closed.epoch() + 1, now, openFor, trip);
        return new Step<>(after, Verdict.COUNTED);
    }

    private Step<Circuit, Verdict> settle(HalfOpen halfOpen, long now) {
        Probes valid = halfOpen.probes().pruned(now);
        if (permit != Admission.NO_PERMIT && !valid.holds(permit)) {
            return new Step<>(halfOpen, outcome == Outcome.NEUTRAL ? Verdict.DISREGARDED : Verdict.LATE);
        }
        Probes left = permit == Admission.NO_PERMIT ? valid : valid.without(permit);
        if (outcome == Outcome.NEUTRAL) {
            return new Step<>(halfOpen.with(left), Verdict.DISREGARDED);
        }
        if (outcome != Outcome.SUCCESS) {
            Trip again = halfOpen.trip().byProbe();
            return new Step<>(new Open(halfOpen.epoch() + 1, now, openFor, again), Verdict.COUNTED);
        }
        int successes = Moments.sum(halfOpen.successes(), times);
        Circuit next = successes >= rules.successesToClose()
                ? new Closed(halfOpen.epoch() + 1, OutcomeWindow.EMPTY)
                : new HalfOpen(
                        halfOpen.epoch(), halfOpen.openedAt(), halfOpen.openFor(), halfOpen.trip(), left, successes);
        return new Step<>(next, Verdict.COUNTED);
    }

    /** Successes of one admission epoch add up: in a row they only push older outcomes out of the window. */
    @Override
    public @Nullable Transition<Circuit, Verdict> merge(Transition<Circuit, ?> next) {
        if (next instanceof RecordOutcome other
                && outcome == Outcome.SUCCESS
                && other.outcome == Outcome.SUCCESS
                && permit == Admission.NO_PERMIT
                && other.permit == Admission.NO_PERMIT
                && epoch == other.epoch
                && rules.equals(other.rules)
                && voice.equals(other.voice)) {
            return new RecordOutcome(rules, epoch, permit, outcome, times + other.times, openFor, voice);
        }
        return null;
    }

    /** While nothing bad is in the window, a success opens nothing; but not in a window that is over before long. */
    @Override
    public boolean canWait(Circuit circuit) {
        return outcome == Outcome.SUCCESS
                && !(rules.isOverTime() && rules.windowNanos() < SHORT_WINDOW_NANOS)
                && circuit instanceof Closed closed
                && epoch == closed.epoch()
                && closed.window().isSpotless();
    }

    @Override
    public RecordOutcome times(int count) {
        return new RecordOutcome(rules, epoch, permit, outcome, count, openFor, voice);
    }

    @Override
    public boolean isRepeatable() {
        return permit != Admission.NO_PERMIT;
    }
}
