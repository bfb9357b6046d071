package dev.firefly.resilience.circuitbreaker;

import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.Failures;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The ways to make a guarded call, all used alike: begin it, and end it as one likes. */
enum Form {
    CALL {
        @Override
        InFlight begin(CircuitBreaker breaker) {
            CompletableFuture<String> body = new CompletableFuture<>();
            CompletableFuture<String> outcome = new CompletableFuture<>();
            CountDownLatch begun = new CountDownLatch(1);
            Thread thread = new Thread(
                    () -> {
                        try {
                            outcome.complete(breaker.call(() -> {
                                begun.countDown();
                                return resultOf(body);
                            }));
                        } catch (Throwable failure) {
                            outcome.completeExceptionally(failure);
                        }
                        begun.countDown();
                    },
                    "in-flight");
            thread.setDaemon(true);
            thread.start();
            await(begun);
            return started(body, outcome);
        }
    },

    CALL_ASYNC {
        @Override
        InFlight begin(CircuitBreaker breaker) {
            CompletableFuture<String> body = new CompletableFuture<>();
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<String> outcome = breaker.callAsync(() -> {
                        begun.countDown();
                        return body;
                    })
                    .toCompletableFuture();
            outcome.whenComplete((value, failure) -> begun.countDown());
            await(begun);
            return started(body, outcome);
        }
    },

    PERMIT {
        @Override
        InFlight begin(CircuitBreaker breaker) {
            Decision decision = breaker.permit();
            if (!decision.allowed()) {
                throw new CircuitBreakerOpenException(
                        breaker.name(),
                        decision.reason(),
                        decision.retryAfter().map(wait -> wait.toNanos()).orElse(-1L),
                        false);
            }
            return new InFlight() {
                @Override
                public void succeed() {
                    decision.recordSuccess();
                }

                @Override
                public void fail() {
                    decision.recordFailure();
                }

                @Override
                public void endNeutrally() {
                    decision.release();
                }
            };
        }
    };

    /** A call that was admitted and has not ended. Each method ends it, and returns once that is recorded. */
    interface InFlight {
        void succeed();

        void fail();

        /** Ends in a way that says nothing about the service. */
        void endNeutrally();
    }

    /** Begins a call, and throws what turns it away. */
    abstract InFlight begin(CircuitBreaker breaker);

    private static InFlight started(CompletableFuture<String> body, CompletableFuture<String> outcome) {
        if (outcome.isCompletedExceptionally()) {
            throw Failures.<RuntimeException>rethrow(failureOf(outcome));
        }
        return new InFlight() {
            @Override
            public void succeed() {
                body.complete("done");
                if (!resultOf(outcome).equals("done")) {
                    throw new AssertionError("another result than that of the body");
                }
            }

            @Override
            public void fail() {
                endWith(new IOException("on purpose"));
            }

            @Override
            public void endNeutrally() {
                endWith(new InterruptedException("on purpose"));
            }

            private void endWith(Exception failure) {
                body.completeExceptionally(failure);
                if (failureOf(outcome) != failure) {
                    throw new AssertionError("another failure than that of the body", failureOf(outcome));
                }
            }
        };
    }

    private static String resultOf(CompletableFuture<String> future) {
        try {
            return future.get(1, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            throw Failures.<RuntimeException>rethrow(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private static Throwable failureOf(CompletableFuture<String> future) {
        try {
            throw new AssertionError("no failure but " + future.get(1, TimeUnit.MINUTES));
        } catch (ExecutionException e) {
            return Classifier.unwrap(e);
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(1, TimeUnit.MINUTES)) {
                throw new AssertionError("the call does not begin");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
