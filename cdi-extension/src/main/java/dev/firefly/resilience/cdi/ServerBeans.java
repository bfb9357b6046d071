package dev.firefly.resilience.cdi;

import dev.firefly.resilience.ResilienceRegistry;
import jakarta.enterprise.inject.spi.Bean;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Beans that a server adds to every application, as Payara does with the HazelcastInstance of its Data Grid. Nobody asked
 * for them: they neither replace a part of the library nor stand in the way of what the application has itself.
 */
final class ServerBeans {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.cdi");

    private ServerBeans() {}

    /** The application's among these, where they are looked for to be used. */
    static Set<Bean<?>> without(Set<Bean<?>> beans) {
        Set<Bean<?>> own = new LinkedHashSet<>();
        for (Bean<?> bean : beans) {
            if (isServers(bean)) {
                LOG.log(
                        Level.INFO,
                        () -> "Not used, since it comes from the server and not from the application: " + bean);
            } else {
                own.add(bean);
            }
        }
        return own;
    }

    /** A class that does not see this library is in no archive of the application that has it. */
    static boolean isServers(Bean<?> bean) {
        ClassLoader loader = bean.getBeanClass().getClassLoader();
        if (loader == null) {
            return false; // The JDK's: made by some extension, which may well be the application's.
        }
        try {
            return loader.loadClass(ResilienceRegistry.class.getName()) != ResilienceRegistry.class;
        } catch (ClassNotFoundException e) {
            return true;
        }
    }
}
