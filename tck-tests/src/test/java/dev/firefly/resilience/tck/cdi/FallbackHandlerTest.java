package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.FallbackContext;
import dev.firefly.resilience.annotation.FallbackHandler;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Vetoed;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class FallbackHandlerTest {
    @Parameter
    Container container;

    @ApplicationScoped
    static class Journal {
        int live;
    }

    @Dependent
    static class Handler implements FallbackHandler<String> {
        private final Journal journal;

        @Inject
        Handler(Journal journal) {
            this.journal = Real.of(journal);
            this.journal.live++;
        }

        @Override
        public String handle(FallbackContext context) throws TimeoutException {
            List<Object> parameters = context.parameters();
            if (parameters.get(0) == null) {
                throw new TimeoutException("nothing to say");
            }
            return context.method().getName() + parameters + context.failure().getMessage() + journal.live;
        }

        @PreDestroy
        void end() {
            journal.live--;
        }
    }

    @Vetoed
    static class Produced implements FallbackHandler<Object> {
        @Override
        public Object handle(FallbackContext context) {
            return "produced";
        }
    }

    @ApplicationScoped
    static class Producer {
        @Produces
        @Named("handler")
        Produced handler() {
            return new Produced();
        }

        @Fallback(handler = Produced.class)
        Object call() throws IOException {
            throw new IOException("down");
        }
    }

    @Test
    void aHandlerCanBeProduced() throws Exception {
        try (Application app = container.start(Producer.class)) {
            assertThat(app.get(Producer.class).call()).isEqualTo("produced");
        }
    }

    @ApplicationScoped
    static class Handled {
        @Fallback(handler = Handler.class)
        String speak(String text, int volume) throws IOException {
            throw new IOException("mute");
        }

        @Fallback(handler = Handler.class)
        void shout(String text) throws IOException {
            throw new IOException("mute");
        }
    }

    @Test
    void aHandlerIsABeanThatKnowsTheCall() throws Exception {
        try (Application app = container.start(Handled.class, Handler.class, Journal.class)) {
            Handled handled = app.get(Handled.class);

            assertThat(handled.speak("hello", 3)).isEqualTo("speak[hello, 3]mute1");
            handled.shout("hello");
            assertThatThrownBy(() -> handled.speak(null, 1))
                    .isExactlyInstanceOf(TimeoutException.class)
                    .satisfies(thrown ->
                            assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(IOException.class));
            assertThat(Real.of(app.get(Journal.class)).live).isZero();
        }
    }
}
