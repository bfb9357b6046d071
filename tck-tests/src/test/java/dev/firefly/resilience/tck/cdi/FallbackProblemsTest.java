package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.FallbackContext;
import dev.firefly.resilience.annotation.FallbackHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Vetoed;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class FallbackProblemsTest {
    @Parameter
    Container container;

    @Dependent
    static class Handler implements FallbackHandler<String> {
        @Override
        public String handle(FallbackContext context) {
            return "";
        }
    }

    @ApplicationScoped
    static class Never {
        @Fallback(method = "instead", on = IllegalStateException.class)
        String call() {
            return "";
        }

        String instead(IOException failure) {
            return "";
        }
    }

    @Test
    void aFallbackThatCanReplaceNothingIsAProblem() {
        assertThat(container.failureOf(Never.class)).contains("RES-014 " + Never.class.getName() + "#call()");
    }

    @Vetoed
    static class NoBean implements FallbackHandler<String> {
        @Override
        public String handle(FallbackContext context) {
            return "";
        }
    }

    @Dependent
    static class Numbers implements FallbackHandler<Integer> {
        @Override
        public Integer handle(FallbackContext context) {
            return 1;
        }
    }

    @ApplicationScoped
    static class Handled {
        @Fallback(handler = NoBean.class)
        String noBean() {
            return "";
        }

        @Fallback(handler = Numbers.class)
        String numbers() {
            return "";
        }

        @Fallback(handler = Handler.class)
        CompletionStage<String> later() {
            return CompletableFuture.completedStage("");
        }
    }

    @Test
    void aHandlerThatIsNoBeanOrMakesSomethingElseIsAProblem() {
        assertThat(container.failureOf(Handled.class, Numbers.class, Handler.class))
                .contains("RES-006 " + Handled.class.getName() + "#noBean()", "is no bean")
                .contains(
                        "RES-006 " + Handled.class.getName() + "#numbers()",
                        "makes a java.lang.Integer, which is no java.lang.String")
                .contains("RES-006 " + Handled.class.getName() + "#later()");
    }
}
