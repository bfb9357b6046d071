package dev.firefly.resilience.examples.shop;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.ResilienceException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.time.Duration;

/** Tells customers what a guard says, and when to come back. */
@Provider
public class RejectionMapper implements ExceptionMapper<ResilienceException> {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVICE_UNAVAILABLE = 503;

    @Override
    public Response toResponse(ResilienceException rejection) {
        boolean tooMany = rejection.code() == ErrorCode.RATE_LIMIT_EXCEEDED;
        Response.ResponseBuilder response = Response.status(tooMany ? TOO_MANY_REQUESTS : SERVICE_UNAVAILABLE)
                .entity(rejection.getMessage());
        rejection
                .retryAfter()
                .map(RejectionMapper::inSeconds)
                .ifPresent(seconds -> response.header(HttpHeaders.RETRY_AFTER, seconds));
        return response.build();
    }

    /** The header knows whole seconds only; never earlier than promised. */
    private static long inSeconds(Duration wait) {
        return wait.plusSeconds(1).minusNanos(1).toSeconds();
    }
}
