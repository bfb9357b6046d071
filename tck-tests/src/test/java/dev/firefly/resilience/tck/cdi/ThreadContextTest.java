package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.concurrent.Executor;
import org.eclipse.microprofile.context.ThreadContext;
import org.eclipse.microprofile.context.spi.ContextManager;
import org.eclipse.microprofile.context.spi.ContextManagerProvider;
import org.eclipse.microprofile.context.spi.ContextManagerProviderRegistration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Asynchronous calls where MicroProfile Context Propagation is present, beside managed executors or without them. */
@Timeout(60)
class ThreadContextTest {
    /** Carries the caller over, as an implementation does with its contexts. */
    private static Executor capture() {
        String captured = Caller.current();
        return task -> {
            String before = Caller.current();
            Caller.become(captured + " by MicroProfile");
            try {
                task.run();
            } finally {
                Caller.become(before);
            }
        };
    }

    /** An object of an interface of which one method is all that is used. */
    private static <T> T only(Class<T> type, String name, java.util.function.Supplier<?> answer) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals(name)) {
                        return answer.get();
                    }
                    throw new UnsupportedOperationException(method.toString());
                }));
    }

    private static ContextManagerProviderRegistration register() {
        ThreadContext contexts = only(ThreadContext.class, "currentContextExecutor", ThreadContextTest::capture);
        ThreadContext.Builder builder = only(ThreadContext.Builder.class, "build", () -> contexts);
        ContextManager manager = only(ContextManager.class, "newThreadContextBuilder", () -> builder);
        return ContextManagerProvider.register(loader -> manager);
    }

    @Test
    void itCarriesTheContextOnThreadsOfTheLibrary() throws Exception {
        ContextManagerProviderRegistration registration = register();
        try (Application app = Application.start(Journal.BEANS)) {
            Journal.failAndFallBack(app.get(Journal.class), "ann");

            assertThat(Real.of(app.get(Journal.class)).entries())
                    .extracting(Journal.Entry::caller)
                    .startsWith("ann", "ann by MicroProfile", "ann by MicroProfile", "ann by MicroProfile");
        } finally {
            registration.unregister();
        }
    }

    @Test
    void itCarriesTheContextOnThreadsOfTheServer() throws Exception {
        ContextManagerProviderRegistration registration = register();
        try (ManagedServer server = ManagedServer.start();
                Application app = Application.start(Journal.BEANS)) {
            Journal.failAndFallBack(app.get(Journal.class), "ann");

            Journal.Entry second = Real.of(app.get(Journal.class)).entries().get(2);
            assertThat(second.caller()).isEqualTo("ann by MicroProfile");
            assertThat(second.thread()).matches(ManagedServer::isThread);
            assertThat(second.request()).as("active all the same").isPositive();
        } finally {
            registration.unregister();
        }
    }
}
