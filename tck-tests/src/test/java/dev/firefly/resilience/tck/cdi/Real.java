package dev.firefly.resilience.tck.cdi;

import org.jboss.weld.proxy.WeldClientProxy;

/** The instance behind a client proxy, whose fields can be read. */
final class Real {
    private Real() {}

    @SuppressWarnings("unchecked") // a proxy stands for an instance of its own type
    static <T> T of(T proxy) {
        return proxy instanceof WeldClientProxy weld ? (T) weld.getMetadata().getContextualInstance() : proxy;
    }
}
