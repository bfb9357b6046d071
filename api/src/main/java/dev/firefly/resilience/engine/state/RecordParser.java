package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.engine.state.RecordCodec.NewerVersionException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Reads the record of one name out of whatever lies under its key. Thread-safe. */
final class RecordParser<S> {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.store");

    private final String key;
    private final RecordCodec<S> codec;
    private final AtomicBoolean complained = new AtomicBoolean();

    RecordParser(String key, RecordCodec<S> codec) {
        this.key = key;
        this.codec = codec;
    }

    /**
     * The record in the bytes; what is missing or cannot be read counts as unused, and the latter is logged once.
     *
     * @throws NewerVersionException when a newer version wrote it
     */
    Stored<S> parse(byte @Nullable [] bytes) {
        if (bytes == null) {
            return codec.missing();
        }
        try {
            return codec.decode(bytes);
        } catch (NewerVersionException e) {
            throw e;
        } catch (RuntimeException e) {
            if (complained.compareAndSet(false, true)) {
                LOG.log(
                        Level.WARNING,
                        "The record " + key + " cannot be read (" + e
                                + "). It counts as unused and the next write replaces it");
            }
            return codec.unreadable(bytes);
        }
    }
}
