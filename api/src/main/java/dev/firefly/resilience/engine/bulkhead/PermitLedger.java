package dev.firefly.resilience.engine.bulkhead;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who holds the permits of one bulkhead in the whole cluster; immutable.
 *
 * @param next the least number the next group may have; numbers are never used twice
 * @param groups the permits that are out, by number and then by owner: two of one number come from nodes that could not
 *     see each other
 */
record PermitLedger(long next, List<Group> groups) {
    private static final Comparator<Group> ORDER =
            Comparator.comparingLong(Group::number).thenComparing(Group::owner);

    static final PermitLedger EMPTY = new PermitLedger(1, List.of());

    /** Numbers are times, and none comes so late. */
    static final long LAST_NUMBER = Long.MAX_VALUE / 2;

    /** No clock and no count ever comes near; a number beyond it is damage, and what adds one to it must not overflow. */
    private static final long LARGEST = Long.MAX_VALUE - (1L << 32);

    /**
     * Permits of one owner that lapse at one time; none of them was ever a permit of another group.
     *
     * @param until from this time on, in nanoseconds since the Unix epoch, they do not count any more
     * @param renewed whether their owner moves that time on as long as it lives
     * @param granted how many there have been
     * @param released how many of them have been given back; fewer than were granted, or else the group is no more
     */
    record Group(String owner, long number, long until, boolean renewed, long granted, long released) {
        Group {
            if (number < 1 || until < 0 || released < 0 || released >= granted || granted > LARGEST) {
                throw new IllegalArgumentException(
                        "group " + number + " until " + until + ": " + released + " released of " + granted);
            }
        }

        long held() {
            return granted - released;
        }

        boolean is(String ownedBy, long numbered) {
            return number == numbered && owner.equals(ownedBy);
        }

        /** Whether one more can be counted. */
        boolean hasRoom() {
            return granted < LARGEST;
        }

        Group withOneMore(long end) {
            return new Group(owner, number, end, renewed, granted + 1, released);
        }

        /** The group in which so many have been given back, if not more; null when these are all. */
        @Nullable
        Group withReleased(long atLeast) {
            if (atLeast >= granted) {
                return null;
            }
            return atLeast <= released ? this : new Group(owner, number, until, renewed, granted, atLeast);
        }

        /**
         * The group with what its owner has done to it while it went on alone. Both counts only grow.
         *
         * @param begun the group as it was for the owner then; null when it was not there, so that nothing was done to it
         * @param alone what it has become; null when all permits of it that the owner knew of have been given back
         * @return null when none is out any more
         */
        @Nullable
        Group withDone(@Nullable Group begun, @Nullable Group alone) {
            if (begun == null) {
                return this;
            }
            if (alone == null) {
                return withReleased(begun.granted);
            }
            long more = alone.granted - begun.granted;
            Group grown = more == 0 ? this : withGranted(granted + more);
            Group shrunk = grown.withReleased(alone.released);
            return shrunk == null ? null : shrunk.withEnd(Math.max(until, alone.until));
        }

        private Group withGranted(long count) {
            return new Group(owner, number, until, renewed, Math.min(LARGEST, count), released);
        }

        Group withEnd(long end) {
            return end == until ? this : new Group(owner, number, end, renewed, granted, released);
        }
    }

    PermitLedger {
        groups = List.copyOf(groups);
        if (next < 1 || next > LARGEST) {
            throw new IllegalArgumentException("next " + next);
        }
        Group before = null;
        for (Group group : groups) {
            if (before != null && ORDER.compare(before, group) >= 0 || group.number >= next) {
                throw new IllegalArgumentException("group " + group + " behind " + before + ", next " + next);
            }
            before = group;
        }
    }

    /** How many permits are out. */
    long held(long now) {
        long held = 0;
        for (Group group : groups) {
            held = group.until > now ? LeaseTerm.sum(held, group.held()) : held;
        }
        return held;
    }

    /** When the first of them lapses; {@link Long#MAX_VALUE} when there are none. */
    long firstEnd(long now) {
        return groups.stream()
                .mapToLong(Group::until)
                .filter(until -> until > now)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Without what has lapsed. */
    PermitLedger pruned(long now) {
        return without(group -> group.until <= now);
    }

    /** With no group that lasts longer; the same object when there is none. */
    PermitLedger endingBy(long latest) {
        for (Group group : groups) {
            if (group.until > latest) {
                return with(other -> other.until > latest ? other.withEnd(latest) : other);
            }
        }
        return this;
    }

    /** Begun anew if there is no number left, which is damage: one more would not be read again. */
    PermitLedger renumbered() {
        return next < LAST_NUMBER ? this : EMPTY;
    }

    PermitLedger without(Predicate<Group> which) {
        List<Group> others = groups.stream().filter(which.negate()).toList();
        return others.size() == groups.size() ? this : new PermitLedger(next, others);
    }

    /** With each group replaced by what is made of it; the same object when each is made of itself. */
    PermitLedger with(Function<Group, @Nullable Group> change) {
        boolean changed = false;
        List<Group> others = new ArrayList<>(groups.size());
        for (Group group : groups) {
            Group other = change.apply(group);
            changed |= other != group;
            if (other != null) {
                others.add(other);
            }
        }
        return changed ? new PermitLedger(next, others) : this;
    }

    /** The same group in this ledger; null when it is not there. */
    @Nullable
    Group find(Group wanted) {
        return groups.stream()
                .filter(group -> group.is(wanted.owner, wanted.number))
                .findFirst()
                .orElse(null);
    }

    /** With those groups of another ledger that are missing here. */
    PermitLedger withMissing(PermitLedger other) {
        List<Group> all = new ArrayList<>(groups);
        other.groups.stream().filter(group -> find(group) == null).forEach(all::add);
        if (all.size() == groups.size()) {
            return this;
        }
        all.sort(ORDER);
        return new PermitLedger(Math.max(next, other.next), all);
    }

    /** With a group of one permit. */
    PermitLedger withNew(Group group) {
        List<Group> more = new ArrayList<>(groups);
        more.add(group);
        return new PermitLedger(group.number + 1, more);
    }
}
