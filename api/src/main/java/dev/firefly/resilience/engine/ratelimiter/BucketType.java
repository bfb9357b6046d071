package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.engine.state.StateType;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Predicate;

/** How a bucket is written down: its time, what is missing, the two numbers of its scale, and what it holds. */
final class BucketType implements StateType<TokenBucket> {
    @Override
    public TokenBucket initial() {
        return TokenBucket.FULL;
    }

    @Override
    public void encode(TokenBucket bucket, DataOutput out) throws IOException {
        out.writeLong(bucket.atNanos());
        out.writeLong(bucket.missingUnits());
        out.writeLong(bucket.scale().unitsPerNano());
        out.writeLong(bucket.scale().unitsPerToken());
        out.writeInt(bucket.maxTokens());
    }

    @Override
    public TokenBucket decode(ByteBuffer in) {
        return new TokenBucket(in.getLong(), in.getLong(), new Scale(in.getLong(), in.getLong()), in.getInt());
    }

    @Override
    public TokenBucket shift(TokenBucket bucket, long nanos) {
        return bucket.shifted(nanos);
    }

    /** The same: tokens are not leased, and those of a node that dies are lost. */
    @Override
    public TokenBucket released(TokenBucket bucket, Predicate<String> owners) {
        return bucket;
    }

    @Override
    public TokenBucket alone(TokenBucket bucket, String owner, int parts) {
        return bucket.part(parts);
    }

    /** What the node has used is missing in the bucket of all. */
    @Override
    public TokenBucket rejoined(TokenBucket shared, TokenBucket begun, TokenBucket alone, String owner) {
        long used = alone.missingUnits() - begun.missing(alone.scale(), alone.atNanos());
        return used <= 0 ? shared : shared.lackingAlso(alone.with(used));
    }

    /** The emptier one. */
    @Override
    public TokenBucket merged(TokenBucket kept, TokenBucket other) {
        long at = Math.max(kept.atNanos(), other.atNanos());
        long missing = other.missing(other.scale(), at);
        return missing > 0 && kept.missing(other.scale(), at) < missing ? other : kept;
    }

    /** A record that expired before its bucket is full would hand out the rest for nothing. */
    @Override
    public boolean isNeeded(TokenBucket bucket, long now) {
        return !bucket.isFull(now);
    }
}
