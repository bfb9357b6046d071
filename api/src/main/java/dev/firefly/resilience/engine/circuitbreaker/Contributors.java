package dev.firefly.resilience.engine.circuitbreaker;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Whose outcomes were bad, failed or slow, of those a closed circuit remembers; kept only by nodes with a quorum above 1.
 * Who has none left in the window is not in it.
 *
 * @param list each owner once, the one of the newest bad outcome last
 */
record Contributors(List<Contributor> list) {
    static final Contributors NONE = new Contributors(List.of());

    /**
     * The newest bad outcome of one owner.
     *
     * @param age how many outcomes came after it; with it a count window tells whether it is still in
     * @param at when it happened; with it a time window tells
     */
    record Contributor(String owner, int age, long at) {}

    Contributors {
        list = List.copyOf(list);
    }

    /**
     * After so many more outcomes in the window. None was later than now, whatever it says: the clock may have been set back
     * by a node that does not know of contributors.
     *
     * @param window with these outcomes
     */
    Contributors pushed(int times, OutcomeWindow window, long now) {
        if (list.isEmpty()) {
            return this;
        }
        int capacity = window.count().capacity();
        long span = window.time().spanNanos();
        List<Contributor> left = new ArrayList<>(list.size());
        for (Contributor one : list) {
            int age = Moments.sum(one.age, times);
            if (age < capacity || one.at > now - span) {
                left.add(new Contributor(one.owner, age, Math.min(one.at, now)));
            }
        }
        return of(left);
    }

    /**
     * With a bad outcome of this owner now, and no more than the newest so many. What was known of its registry under
     * another name is replaced: one may have several sets of cells, and is on another member after a split.
     */
    Contributors with(String owner, long now, int most) {
        List<Contributor> next = new ArrayList<>(list.size() + 1);
        String registry = registry(owner);
        list.stream().filter(one -> !registry(one.owner).equals(registry)).forEach(next::add);
        next.add(new Contributor(owner, 0, now));
        return new Contributors(next.subList(Math.max(0, next.size() - most), next.size()));
    }

    /** Of {@code registry~set@member}, the form of owners in leases. */
    private static String registry(String owner) {
        int end = owner.lastIndexOf('~');
        return end < 0 ? owner : owner.substring(0, end);
    }

    /** How many there are in the window that these rules look at. */
    int count(Rules rules, long now) {
        int count = 0;
        for (Contributor one : list) {
            if (rules.isOverTime() ? one.at > now - rules.windowNanos() : one.age < rules.windowSize()) {
                count++;
            }
        }
        return count;
    }

    Contributors without(Predicate<String> owners) {
        List<Contributor> others =
                list.stream().filter(one -> !owners.test(one.owner)).toList();
        return others.size() == list.size() ? this : of(others);
    }

    private static Contributors of(List<Contributor> list) {
        return list.isEmpty() ? NONE : new Contributors(list);
    }

    Contributors shifted(long nanos) {
        return of(list.stream()
                .map(one -> new Contributor(one.owner, one.age, Moments.shifted(one.at, nanos)))
                .toList());
    }
}
