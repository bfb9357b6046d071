package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.annotation.Retry;
import jakarta.enterprise.context.Dependent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class PassivationTest {
    @Parameter
    Container container;

    @Dependent
    static class Cart implements Serializable {
        private static final long serialVersionUID = 1L;

        int calls;

        @Retry(maxAttempts = 4)
        void order() throws IOException {
            calls++;
            throw new IOException("down");
        }
    }

    @Test
    void anActivatedBeanIsGuardedAsBefore() throws Exception {
        try (Application app = container.start(Cart.class)) {
            Cart cart = activated(passivated(app.get(Cart.class)));

            assertThatThrownBy(cart::order).isInstanceOf(IOException.class);
            assertThat(cart.calls).isEqualTo(4);
        }
    }

    private static byte[] passivated(Cart cart) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(cart);
        }
        return bytes.toByteArray();
    }

    private static Cart activated(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (Cart) in.readObject();
        }
    }
}
