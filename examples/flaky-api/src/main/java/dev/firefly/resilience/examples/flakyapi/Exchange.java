package dev.firefly.resilience.examples.flakyapi;

import java.time.Duration;
import java.time.Instant;

/**
 * One request, as the API has it on record.
 *
 * @param node who asked
 * @param begun when the guarded body that asked began, by its own word: before that the guards had let it pass
 * @param arrived when the request arrived
 * @param left when the answer was on its way; or, if the caller hung up before that, until when that certainly had not happened
 * @param failed whether the answer was a failure
 * @param hungUp whether the caller hung up before there was an answer
 */
record Exchange(String node, Instant begun, Instant arrived, Instant left, boolean failed, boolean hungUp) {
    /**
     * Until when a caller with that time limit certainly waited for the answer, and so held its permit. An answer may be
     * on its way to a caller that has just left.
     */
    Instant awaitedUntil(Duration limit) {
        Instant deadline = begun.plus(limit);
        return deadline.isBefore(left) ? deadline : left;
    }
}
