package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.engine.state.RecordCodec.NewerVersionException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way in: brings every record that is met under one key into this node's view of it, whether the store has told of it,
 * it was read, or it was written here, and shows it to those who want to know. A record of a newer version is told of and
 * left alone. Thread-safe; of the methods for the combiner, only its round may call {@link #parse} and {@link #committed}.
 */
final class RecordFeed<S> implements Combiner.RecordSource<S> {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.store");

    private final CellKey key;
    private final StoreLink link;
    private final SharedView<S> view;
    private final RecordCodec<S> codec;
    private final RecordParser<S> parser;
    private volatile Runnable news = () -> {};
    private volatile @Nullable Witness<S> witness;
    /** What was met under the lock, for the witness; touched by the combiner's round alone. */
    private @Nullable Stored<S> found;

    private volatile Consumer<@Nullable NewerVersionException> foreign = newer -> {};
    private final ForeignRecord newer = new ForeignRecord();

    /** @param view what this node knows of the record */
    RecordFeed(CellKey key, StateType<S> type, StoreLink link, SharedView<S> view) {
        this.key = key;
        this.link = link;
        this.view = view;
        this.codec = new RecordCodec<>(type);
        this.parser = new RecordParser<>(key.inStore(), codec);
    }

    /** As {@link Cell#onNews}. */
    void onNews(Runnable listener) {
        news = listener;
    }

    /** As {@link Cell#onRecord}. */
    void onRecord(Witness<S> shown) {
        witness = shown;
    }

    /** Has the listener told whenever a record was met: of what is wrong with it if a newer version wrote it, else of null. */
    void onRecord(Consumer<@Nullable NewerVersionException> listener) {
        foreign = listener;
    }

    /** Whether a newer version wrote the record that was met last. */
    boolean isForeign() {
        return newer.isMet();
    }

    /** Whether it is time to look at such a record again. */
    boolean isDue(long now) {
        return newer.isDue(now);
    }

    /** The store reports a change. */
    void changed(byte @Nullable [] bytes) {
        try {
            view.adoptChange(met(bytes));
            showMissing();
            news.run();
        } catch (NewerVersionException e) {
            LOG.log(Level.DEBUG, () -> key.inStore() + ": " + e.getMessage());
        }
    }

    /**
     * The store was read; the answer is as of some moment after the start.
     *
     * @return the state by which the node decides from now on
     * @throws NewerVersionException when a newer version wrote the record
     */
    S refreshed(byte @Nullable [] bytes, long start) {
        S state = view.adoptRead(met(bytes), start);
        showMissing();
        news.run();
        return state;
    }

    @Override
    public void committed(Stored<S> record, long since) {
        Stored<S> before = found;
        if (before != null) {
            found = null;
            show(before);
        }
        show(record);
        view.committed(record, since);
        news.run();
    }

    @Override
    public @Nullable Stored<S> lastKnown() {
        return view.get().base();
    }

    @Override
    public RecordCodec<S> codec() {
        return codec;
    }

    @Override
    public Stored<S> parse(byte @Nullable [] bytes) {
        Stored<S> record = parsed(bytes);
        found = record;
        return record;
    }

    @Override
    public RuntimeException translate(Throwable failure) {
        return key.unavailable(failure, link);
    }

    private Stored<S> met(byte @Nullable [] bytes) {
        Stored<S> record = parsed(bytes);
        show(record);
        return record;
    }

    private Stored<S> parsed(byte @Nullable [] bytes) {
        try {
            Stored<S> record = parser.parse(bytes);
            newer.gone();
            foreign.accept(null);
            return record;
        } catch (NewerVersionException e) {
            newer.met(link.clock().nanos(), link.refreshNanos());
            foreign.accept(e);
            throw e;
        }
    }

    private void show(Stored<S> record) {
        Witness<S> shown = witness;
        if (shown != null && record.revision() > 0) {
            Stamped<S> stamped = record.stamped();
            shown.met(stamped.state(), stamped.at(), link.isOwn(record.token()));
        }
    }

    /** That there is no record is believed when it is known to be news. */
    private void showMissing() {
        Witness<S> shown = witness;
        Stored<S> base = shown == null ? null : lastKnown();
        if (shown != null && base != null && base.revision() == 0) {
            shown.missing();
        }
    }
}
