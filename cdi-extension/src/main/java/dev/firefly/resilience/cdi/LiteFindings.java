package dev.firefly.resilience.cdi;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanCreator;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.lang.annotation.Annotation;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was found in an application before it ran. Classes have come over without their annotations, which are read off the
 * class files. Immutable.
 *
 * @param parameters what {@link LiteModel} packed up
 */
record LiteFindings(Parameters parameters) {
    static final String ANNOTATED = "annotated";
    static final String GUARDED_BEANS = "guardedBeans";
    static final String OBSERVED = "observed";
    static final String OBSERVED_ASYNC = "observedAsync";
    static final String BEHIND_INTERFACES = "behindInterfaces";
    static final String OWN_BEANS = "ownBeans";
    static final String INSTANCE_KINDS = "instanceKinds";
    static final String INSTANCE_NAMES = "instanceNames";
    static final String INSTANCE_MEMBERS = "instanceMembers";

    /** Makes the bean. */
    public static final class Creator implements SyntheticBeanCreator<LiteFindings> {
        @Override
        public LiteFindings create(Instance<Object> lookup, Parameters parameters) {
            return new LiteFindings(parameters);
        }
    }

    /** Hands everything over. */
    void noteIn(Guarding guarding, BeanContainer container) {
        for (Class<?> type : classes(ANNOTATED)) {
            GuardAnnotations.noteUnreachable(GuardedBean.of(type, Set.of()).methods(), guarding.problems());
            guarding.noteAnnotated(type);
        }
        noteBeans(guarding, container);
        for (Class<?> type : classes(OBSERVED)) {
            guarding.events().note(type, false);
        }
        for (Class<?> type : classes(OBSERVED_ASYNC)) {
            guarding.events().note(type, true);
        }
        Set<String> own = Set.of(texts(OWN_BEANS));
        Beans.defaults().stream().filter(type -> own.contains(type.getName())).forEach(guarding.beans()::notePresent);
        noteInstances(guarding.instances());
    }

    private void noteBeans(Guarding guarding, BeanContainer container) {
        for (Class<?> type : classes(GUARDED_BEANS)) {
            guarding.note(GuardedBean.of(type, stereotypes(type, container)));
        }
        // What extensions made could not be noted before, as it was made last: of the beans there are, it is the rest.
        Set<String> others = Set.of(texts(BEHIND_INTERFACES));
        container.getBeans(Object.class, Any.Literal.INSTANCE).stream()
                .filter(bean -> !others.contains(bean.getBeanClass().getName()))
                .forEach(bean -> guarding.noteSynthetic(bean.getTypes()));
    }

    private void noteInstances(InjectedInstances instances) {
        String[] kinds = texts(INSTANCE_KINDS);
        String[] names = texts(INSTANCE_NAMES);
        String[] members = texts(INSTANCE_MEMBERS);
        for (int i = 0; i < kinds.length; i++) {
            instances.note(GuardKind.valueOf(kinds[i]), names[i], members[i]);
        }
    }

    private static Set<Class<? extends Annotation>> stereotypes(Class<?> type, BeanContainer container) {
        return Stream.of(type.getAnnotations())
                .<Class<? extends Annotation>>map(Annotation::annotationType)
                .filter(container::isStereotype)
                .collect(Collectors.toSet());
    }

    private Class<?>[] classes(String key) {
        return parameters.get(key, Class[].class);
    }

    private String[] texts(String key) {
        return parameters.get(key, String[].class);
    }
}
