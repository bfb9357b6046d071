package dev.firefly.resilience.cdi;

import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lets code use beans of the request scope on threads that serve no request.
 *
 * @param container the application's
 */
record RequestContexts(BeanContainer container) {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.cdi");

    /** A request context that was made for one task. */
    private record Activation(RequestContextController controller, CreationalContext<?> creation) {
        void end() {
            try {
                controller.deactivate();
                creation.release();
            } catch (RuntimeException e) {
                // The container has stopped meanwhile, and its requests with it.
                LOG.log(Level.DEBUG, "A request context could not be ended", e);
            }
        }
    }

    /** Runs a task in the request context of this thread, or if it has none, in a new one that ends with the task. */
    void run(Runnable task) {
        @Nullable Activation own = activate();
        try {
            task.run();
        } finally {
            if (own != null) {
                own.end();
            }
        }
    }

    private @Nullable Activation activate() {
        try {
            Bean<?> bean =
                    Objects.requireNonNull(container.resolve(container.getBeans(RequestContextController.class)));
            CreationalContext<?> creation = container.createCreationalContext(bean);
            RequestContextController controller =
                    (RequestContextController) container.getReference(bean, RequestContextController.class, creation);
            if (controller.activate()) {
                return new Activation(controller, creation);
            }
            creation.release();
        } catch (RuntimeException e) {
            // The container has stopped. The task runs all the same, for somebody may be waiting for what it ends.
            LOG.log(Level.DEBUG, "No request context could be activated", e);
        }
        return null;
    }
}
