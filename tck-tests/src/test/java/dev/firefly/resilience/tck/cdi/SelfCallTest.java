package dev.firefly.resilience.tck.cdi;

import static dev.firefly.resilience.tck.cdi.Failing.callsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.annotation.Retry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A bean that calls its own guarded methods, and what the advice of the warning is worth. */
@ParameterizedClass
@EnumSource(Container.class)
class SelfCallTest {
    @Parameter
    Container container;

    @ApplicationScoped
    static class Shop extends Failing {
        @Inject
        Shop self;

        @Retry(maxAttempts = 4)
        public Object open() throws IOException {
            return fail();
        }

        @Retry(maxAttempts = 4)
        Object withinPackage() throws IOException {
            return fail();
        }

        Object onItself() throws IOException {
            return open();
        }

        Object onTheInjectedBean() throws IOException {
            return self.open();
        }

        Object onTheInjectedBeanWithinPackage() throws IOException {
            return self.withinPackage();
        }
    }

    @Test
    void aPublicMethodIsGuardedWhenItIsCalledOnTheInjectedBean() {
        try (Application app = container.start(Shop.class)) {
            Shop shop = app.get(Shop.class);

            assertThat(callsOf(shop, shop::onItself)).isEqualTo(1);
            assertThat(callsOf(shop, shop::onTheInjectedBean)).isEqualTo(4);
        }
    }

    /** Not what we would wish, but what Weld does, and so what the warning has to tell. */
    @Test
    void anyOtherMethodIsNotEvenThen() {
        try (Application app = container.start(Shop.class)) {
            Shop shop = app.get(Shop.class);

            assertThat(callsOf(shop, shop::withinPackage)).isEqualTo(4);
            assertThat(callsOf(shop, shop::onTheInjectedBeanWithinPackage)).isEqualTo(1);
        }
    }

    @Test
    void theWarningSaysHowTheCallWouldBeGuarded() {
        String name = Shop.class.getName();

        assertThat(LogOf.start(container, Shop.class))
                .containsExactlyInAnyOrder(
                        name + "#open() is called within its own class. On the same object such a call is not guarded:"
                                + " inject the bean into itself and call it there, or guard the call with the registry"
                                + " under the same name",
                        name + "#withinPackage() is called within its own class. On the same object such a call is not"
                                + " guarded: make the method public, inject the bean into itself and call it there, or"
                                + " guard the call with the registry under the same name");
    }
}
