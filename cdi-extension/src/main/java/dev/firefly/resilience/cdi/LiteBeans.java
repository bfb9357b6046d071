package dev.firefly.resilience.cdi;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanBuilder;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanCreator;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticComponents;
import jakarta.inject.Singleton;

/** The beans that the library brings to a container of CDI Lite, which makes them by name of a creator. */
final class LiteBeans {
    private static final String TYPE = "type";

    private LiteBeans() {}

    /** Adds all of them, but for those that the application brings. */
    static void add(SyntheticComponents components, LiteModel model) {
        model.writeTo(components
                .addBean(LiteFindings.class)
                .type(LiteFindings.class)
                .scope(Singleton.class)
                .createWith(LiteFindings.Creator.class));
        components.addBean(Plans.class).type(Plans.class).scope(Singleton.class).createWith(OfPlans.class);
        for (Class<?> type : Beans.defaults()) {
            if (!model.hasOwn(type)) {
                bean(components, type)
                        .qualifier(Any.Literal.INSTANCE)
                        .qualifier(Default.Literal.INSTANCE)
                        .scope(ApplicationScoped.class)
                        .createWith(OfPart.class);
            }
        }
        for (Class<?> type : InjectedInstances.types()) {
            bean(components, type)
                    .qualifier(Any.Literal.INSTANCE)
                    .qualifier(InjectedInstances.Named.INSTANCE)
                    .scope(Dependent.class)
                    .createWith(OfInstance.class);
        }
    }

    @SuppressWarnings("unchecked") // the creators take the type from the parameter
    private static SyntheticBeanBuilder<Object> bean(SyntheticComponents components, Class<?> type) {
        return ((SyntheticBeanBuilder<Object>) components.addBean(type))
                .type(type)
                .withParam(TYPE, type);
    }

    private static LiteRuntime runtime(Instance<Object> lookup) {
        return lookup.select(LiteRuntime.class).get();
    }

    /** Makes the bean with the plans. */
    public static final class OfPlans implements SyntheticBeanCreator<Plans> {
        @Override
        public Plans create(Instance<Object> lookup, Parameters parameters) {
            return runtime(lookup).plans();
        }
    }

    /** Makes the registry and its parts. */
    public static final class OfPart implements SyntheticBeanCreator<Object> {
        @Override
        public Object create(Instance<Object> lookup, Parameters parameters) {
            return Beans.part(parameters.get(TYPE, Class.class), runtime(lookup).registry());
        }
    }

    /** Makes the instances that are injected by name. */
    public static final class OfInstance implements SyntheticBeanCreator<Object> {
        @Override
        public Object create(Instance<Object> lookup, Parameters parameters) {
            return InjectedInstances.at(
                    lookup, parameters.get(TYPE, Class.class), runtime(lookup).registry());
        }
    }
}
