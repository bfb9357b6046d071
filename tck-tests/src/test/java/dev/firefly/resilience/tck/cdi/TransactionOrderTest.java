package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.Retry;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.Transactional;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Guards beside {@code @Transactional}. */
class TransactionOrderTest {
    /** Does what a server's interceptor does, at its priority, for transactions that are only a list of words. */
    @Transactional
    @Interceptor
    @Priority(Interceptor.Priority.PLATFORM_BEFORE + 200)
    static class Transactions {
        static final List<String> LOG = new ArrayList<>();
        private static boolean active;

        @AroundInvoke
        Object run(InvocationContext context) throws Exception {
            if (active) {
                return context.proceed();
            }
            active = true;
            LOG.add("begin");
            try {
                Object result = context.proceed();
                LOG.add("commit");
                return result;
            } catch (RuntimeException e) {
                LOG.add("roll back");
                throw e;
            } finally {
                active = false;
            }
        }
    }

    @ApplicationScoped
    static class Orders {
        int attempts;

        @Transactional
        @Retry(maxAttempts = 3)
        String place() {
            Transactions.LOG.add("attempt");
            if (++attempts < 3) {
                throw new IllegalStateException("deadlock");
            }
            return "placed";
        }

        @Transactional
        @Fallback(method = "instead")
        String lookUp() {
            throw new IllegalStateException("deadlock");
        }

        String instead() {
            Transactions.LOG.add("fallback");
            return "instead";
        }
    }

    private static Application start(String priority) {
        Transactions.LOG.clear();
        return Application.of(Orders.class, Transactions.class)
                .set("interceptor.priority", priority)
                .start();
    }

    @Test
    void eachAttemptIsATransactionOfItsOwn() {
        Transactions.LOG.clear();
        try (Application app = Application.start(Orders.class, Transactions.class)) {
            assertThat(app.get(Orders.class).place()).isEqualTo("placed");

            assertThat(Transactions.LOG)
                    .containsExactly(
                            "begin",
                            "attempt",
                            "roll back",
                            "begin",
                            "attempt",
                            "roll back",
                            "begin",
                            "attempt",
                            "commit");
        }
    }

    @Test
    void aFallbackRunsOutsideOfTheTransactionThatFailed() {
        Transactions.LOG.clear();
        try (Application app = Application.start(Orders.class, Transactions.class)) {
            assertThat(app.get(Orders.class).lookUp()).isEqualTo("instead");

            assertThat(Transactions.LOG).containsExactly("begin", "roll back", "fallback");
        }
    }

    @Test
    void withAPriorityAboveThatOfTransactionsOneIsAroundAllAttempts() {
        try (Application app = start("201")) {
            assertThat(app.get(Orders.class).place()).isEqualTo("placed");

            assertThat(Transactions.LOG).containsExactly("begin", "attempt", "attempt", "attempt", "commit");
        }
    }

    @Test
    void thenAFallbackIsPartOfTheTransaction() {
        try (Application app = start("201")) {
            assertThat(app.get(Orders.class).lookUp()).isEqualTo("instead");

            assertThat(Transactions.LOG).containsExactly("begin", "fallback", "commit");
        }
    }

    @ApplicationScoped
    static class Outer {
        @jakarta.inject.Inject
        Orders orders;

        @Transactional
        String placeAndMore() {
            return orders.place();
        }
    }

    @Test
    void aCallWithinATransactionOfItsCallerRetriesInThatOne() {
        Transactions.LOG.clear();
        try (Application app = Application.start(Orders.class, Outer.class, Transactions.class)) {
            assertThat(app.get(Outer.class).placeAndMore()).isEqualTo("placed");

            assertThat(Transactions.LOG).containsExactly("begin", "attempt", "attempt", "attempt", "commit");
        }
    }

    @Test
    void theExceptionOfTheLastAttemptRollsItBackAndIsThrown() {
        Transactions.LOG.clear();
        try (Application app = Application.of(Orders.class, Transactions.class)
                .set("retry.\"" + Orders.class.getName() + "#place()\".max-attempts", "1")
                .start()) {
            assertThatThrownBy(app.get(Orders.class)::place).isExactlyInstanceOf(IllegalStateException.class);

            assertThat(Transactions.LOG).containsExactly("begin", "attempt", "roll back");
        }
    }
}
