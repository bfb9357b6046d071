package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.ratelimiter.Take.Grant;
import dev.firefly.resilience.engine.state.Atom;
import dev.firefly.resilience.engine.state.Cell;
import dev.firefly.resilience.engine.state.Change;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.Step;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A bucket that all nodes share. Tokens come out of this node's reserve if there is one, and else out of the record in
 * the store; a call that the snapshot refuses already does not ask the store.
 */
final class SharedBucket implements TokenSource {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.ratelimiter");

    private final String name;
    private final Clock clock;
    private final Cell<TokenBucket> cell;
    private final TokenReserve reserve;
    private final Atom<Meter> settings;
    private final AtomicBoolean mismatchIsTold = new AtomicBoolean();

    /** The bucket of that name; touches no store. */
    SharedBucket(String name, Environment environment, Meter settings) {
        this.name = name;
        this.clock = environment.clock();
        this.cell = environment.cells().cell(Pattern.RATE_LIMITER, name, new BucketType());
        this.settings = new Atom<>(settings);
        this.reserve = environment
                .cells()
                .companion(Pattern.RATE_LIMITER, name, TokenReserve.class, () -> new TokenReserve(clock, cell));
    }

    @Override
    public long reserve(Terms terms, int tokens, long maxWaitNanos) {
        if (isReserving(terms) && reserve.take(tokens)) {
            return 0;
        }
        Order order = order(terms, tokens, maxWaitNanos);
        Grant refusal = refusal(order);
        if (refusal != null) {
            return refusal.answer();
        }
        Change<TokenBucket, Grant> change;
        try {
            change = cell.update(order.take, cell.patience(), order::abandoned);
        } catch (RuntimeException | Error failure) {
            order.failed();
            throw failure;
        }
        return order.applied(change);
    }

    @Override
    public CompletionStage<Long> reserveAsync(Terms terms, int tokens, long maxWaitNanos) {
        if (isReserving(terms) && reserve.take(tokens)) {
            return CompletableFuture.completedFuture(0L);
        }
        Order order = order(terms, tokens, maxWaitNanos);
        Grant refusal = refusal(order);
        if (refusal != null) {
            return CompletableFuture.completedFuture(refusal.answer());
        }
        return cell.updateAsync(order.take, cell.patience(), order::abandoned)
                .whenComplete((change, failure) -> {
                    if (failure != null) {
                        order.failed();
                    }
                })
                .thenApply(order::applied);
    }

    private static boolean isReserving(Terms terms) {
        return terms.config().reserve() > 1;
    }

    /** What to ask of the record: what the call needs, or, one call at a time, a batch for those that follow. */
    private Order order(Terms terms, int tokens, long maxWaitNanos) {
        Meter meter = terms.meter();
        goOver(meter);
        Batch before = isReserving(terms) ? reserve.beginFetch(meter.scale()) : null;
        Take take = before == null
                ? Take.exactly(meter, tokens, maxWaitNanos)
                : new Take(meter, tokens, before.tokens(), Math.max(tokens, terms.batch()), maxWaitNanos);
        return new Order(take, before, clock.nanos());
    }

    /** Has the record carried over to new settings, ahead of whatever this node asks of it from now on. */
    private void goOver(Meter next) {
        if (settings.get() != next) {
            Meter former = settings.swap(any -> next).before();
            if (former.maxTokens() != next.maxTokens() || !former.scale().equals(next.scale())) {
                cell.settleAsync(new Rescale(former, next), cell.patience(), change -> {});
            }
        }
    }

    /** The refusal, if the snapshot is enough for one; the bucket may have filled up, but not emptied, since. */
    private @Nullable Grant refusal(Order order) {
        TokenBucket known = cell.peek();
        if (known == null) {
            return null;
        }
        Step<TokenBucket, Grant> step = order.take.apply(known, cell.now());
        if (step.answer().isGranted() || step.state() != known) {
            return null;
        }
        order.failed();
        return step.answer();
    }

    @Override
    public void refund(Terms terms, int tokens) {
        refund(terms.meter().scale(), tokens);
    }

    private void refund(Scale scale, int tokens) {
        cell.settleAsync(new Refund(scale, tokens), cell.patience(), change -> {});
    }

    @Override
    public int parts() {
        return cell.parts();
    }

    @Override
    public long available(Terms terms) {
        TokenBucket known = cell.peek();
        TokenBucket bucket = known != null ? known : cell.read(cell.patience());
        long now = cell.now();
        Meter own = terms.meter();
        TokenBucket carriedOver =
                new Rescale(settings.get(), own).apply(bucket, now).state();
        return reserve.size() + (long) own.available(carriedOver.missing(own.scale(), now));
    }

    /** One transition on its way to the record, and what this node holds in reserve in the meantime. */
    private final class Order {
        final Take take;
        private final @Nullable Batch before;
        private final long beganNanos;

        /** @param before what was in reserve, if the transition fetches a batch; else null */
        Order(Take take, @Nullable Batch before, long beganNanos) {
            this.take = take;
            this.before = before;
            this.beganNanos = beganNanos;
        }

        long applied(Change<TokenBucket, Grant> change) {
            tellMismatch(change.before());
            Grant grant = change.answer();
            if (before != null && grant.isGranted()) {
                Scale scale = take.meter().scale();
                int rest = grant.tokens() - take.tokens();
                reserve.fetched(new Batch(scale, rest, change.after().missingUnits(), beganNanos));
            } else {
                failed();
            }
            return grant.answer() <= 0 ? grant.answer() : rest(change.now() + grant.answer(), grant.answer());
        }

        /** The answer took its time too. */
        private long rest(long dueNanos, long most) {
            return Math.min(most, Math.max(0, dueNanos - cell.now()));
        }

        /** Nothing was taken, or is taken back: what was in reserve stays there. */
        void failed() {
            if (before != null) {
                reserve.notFetched(before);
            }
        }

        /** It was applied although the call has failed. */
        void abandoned(Change<TokenBucket, Grant> change) {
            Grant grant = change.answer();
            if (grant.isGranted()) {
                refund(take.meter().scale(), grant.tokens() - take.returned());
            }
        }

        private void tellMismatch(TokenBucket found) {
            Meter own = take.meter();
            boolean differs = !found.scale().isSameRateAs(own.scale()) || found.maxTokens() != own.maxTokens();
            boolean isKnown = found.missingUnits() > 0 && found.maxTokens() > 0;
            if (isKnown && differs && mismatchIsTold.compareAndSet(false, true)) {
                LOG.log(
                        Level.WARNING,
                        () -> "Rate limiter [" + name + "] has max-tokens " + own.maxTokens() + " and refill-rate "
                                + own.scale().tokensPerSecond() + " on this node, but " + found.maxTokens() + " and "
                                + found.scale().tokensPerSecond()
                                + " where it was used last; each node goes by its own settings");
            }
        }
    }
}
