package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;

/** What beans do whose attempts are counted. */
class Failing {
    int calls;

    Object fail() throws IOException {
        calls++;
        throw new IOException("down");
    }

    interface Body {
        Object run() throws IOException;
    }

    /** How often the bean fails in one call of the body, which ends with the bean's own exception. */
    static int callsOf(Failing bean, Body body) {
        Failing real = Real.of(bean);
        int before = real.calls;
        assertThatThrownBy(body::run).isInstanceOf(IOException.class);
        return real.calls - before;
    }
}
