package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.engine.state.Atom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/*
 * The permits of a bulkhead that this node shares with nobody. A permit is first counted among all that are out, which is
 * where the limit holds, and then in a cohort, which is where it lapses; in between it counts as out. There is a new cohort
 * for each eighth of a term; apart from that nothing is allocated.
 */
final class MemoryPermits implements PermitSource {
    private final Clock clock;
    private final AtomicLong out = new AtomicLong();
    private final Atom<List<Cohort>> cohorts = new Atom<>(List.of());
    /** Whoever renews its permits holds them as long as this node lives, and with it the memory they are in. */
    private final Cohort endless = new Cohort(new LeaseTerm(Long.MAX_VALUE), Long.MAX_VALUE, out);

    MemoryPermits(Clock clock) {
        this.clock = clock;
    }

    @Override
    public @Nullable Lease take(Rules rules, long now) {
        long limit = rules.maxConcurrent();
        Cohort only = onlyCohort(rules.term(), now);
        if (only == null) {
            lapse(now);
        }
        if (out.getAndAccumulate(limit, (count, most) -> count < most ? count + 1 : count) >= limit) {
            return null;
        }
        Cohort cohort = rules.renewal() ? endless : only != null ? only : current(rules.term(), now);
        while (!cohort.join()) {
            cohort = current(rules.term(), clock.nanos());
        }
        return cohort;
    }

    @Override
    public boolean mayBlock() {
        return false;
    }

    @Override
    public CompletionStage<Optional<Lease>> takeAsync(Rules rules) {
        return CompletableFuture.completedFuture(Optional.ofNullable(take(rules, clock.nanos())));
    }

    /** The cohort of a permit taken now, if there is no other, as a rule: then nothing is to lapse either. Else null. */
    private @Nullable Cohort onlyCohort(LeaseTerm term, long now) {
        List<Cohort> seen = cohorts.get();
        return seen.size() == 1 && seen.get(0).accepts(term, now) ? seen.get(0) : null;
    }

    private void lapse(long now) {
        List<Cohort> seen = cohorts.get();
        boolean any = false;
        for (int i = 0; i < seen.size(); i++) { // no iterator: this is on the way of every call
            Cohort cohort = seen.get(i);
            // asked twice, because this thread may have been held up since it read the clock
            if (cohort.isAheadOf(now) && cohort.isAheadOf(clock.nanos())) {
                cohort.beginAnew(clock.nanos());
            }
            any |= cohort.lapse(now) || cohort.endIfDone(now);
        }
        if (any) {
            cohorts.swap(
                    list -> list.stream().filter(cohort -> !cohort.isOver()).toList());
        }
    }

    private Cohort current(LeaseTerm term, long now) {
        Cohort known = find(cohorts.get(), term, now);
        if (known == null) {
            Cohort fresh = new Cohort(term, term.end(now), out);
            known = find(
                    cohorts.swap(list -> find(list, term, now) != null ? list : with(list, fresh))
                            .after(),
                    term,
                    now);
        }
        return known != null ? known : current(term, clock.nanos());
    }

    private static @Nullable Cohort find(List<Cohort> list, LeaseTerm term, long now) {
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).accepts(term, now)) {
                return list.get(i);
            }
        }
        return null;
    }

    private static List<Cohort> with(List<Cohort> list, Cohort more) {
        List<Cohort> all = new ArrayList<>(list);
        all.add(more);
        return List.copyOf(all);
    }

    @Override
    public boolean isAnyOut() {
        return held() > 0;
    }

    @Override
    public int parts() {
        return 1;
    }

    @Override
    public long held() {
        long now = clock.nanos();
        long held = endless.held();
        for (Cohort cohort : cohorts.get()) {
            held += cohort.isDue(now) ? 0 : cohort.held();
        }
        return held;
    }

    @Override
    public long untilFirstLapse() {
        long now = clock.nanos();
        return cohorts.get().stream()
                .filter(cohort -> cohort.held() > 0)
                .mapToLong(cohort -> cohort.until() - now)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    @Override
    public void onNews(Runnable listener) {
        // nobody else can give anything back
    }
}
