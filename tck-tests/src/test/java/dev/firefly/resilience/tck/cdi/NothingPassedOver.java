package dev.firefly.resilience.tck.cdi;

import io.smallrye.config.ConfigValue;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigSource;

/** MicroProfile Config as Payara has it: a source that sets a key to nothing is passed over, and the next one counts. */
final class NothingPassedOver {
    private final Config config;

    private NothingPassedOver(Config config) {
        this.config = config;
    }

    static Config on(Config config) {
        NothingPassedOver handler = new NothingPassedOver(config);
        return (Config) Proxy.newProxyInstance(
                NothingPassedOver.class.getClassLoader(),
                new Class<?>[] {io.smallrye.config.Config.class},
                (proxy, method, arguments) -> handler.call(method, arguments));
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("getConfigValue")) {
            return value((String) arguments[0]);
        }
        try {
            return method.invoke(config, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private ConfigValue value(String key) {
        for (ConfigSource source : config.getConfigSources()) {
            String value = source.getValue(key);
            if (value != null && !value.isEmpty()) {
                return ConfigValue.builder()
                        .withName(key)
                        .withValue(value)
                        .withRawValue(value)
                        .withConfigSourceName(source.getName())
                        .build();
            }
        }
        return ConfigValue.builder().withName(key).build();
    }
}
