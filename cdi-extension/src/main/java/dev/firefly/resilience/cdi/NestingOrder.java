package dev.firefly.resilience.cdi;

import dev.firefly.resilience.annotation.GuardOrder;
import dev.firefly.resilience.cdi.AnnotationFinder.Found;
import dev.firefly.resilience.cdi.GuardedMethod.Use;
import dev.firefly.resilience.core.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The order in which the instances around a method nest, where an annotation changes it. */
final class NestingOrder {
    private NestingOrder() {}

    /**
     * Puts first what the annotation lists; what is wrong with it is noted as a problem.
     *
     * @param method the name of the guarded method
     * @param uses the instances in the usual order, outermost first
     */
    static List<Use> of(Found<GuardOrder> order, String method, List<Use> uses, DeploymentProblems problems) {
        List<Pattern> listed = Arrays.asList(order.annotation().value());
        check(order, method, uses, listed, problems);
        List<Use> ordered = new ArrayList<>(uses);
        ordered.sort(Comparator.comparingInt(use -> rank(listed, use)));
        return ordered;
    }

    /** The sort is stable, so that those not listed keep their order. */
    private static int rank(List<Pattern> listed, Use use) {
        int index = listed.indexOf(use.kind().pattern());
        return index < 0 ? listed.size() : index;
    }

    private static void check(
            Found<GuardOrder> order, String method, List<Use> uses, List<Pattern> listed, DeploymentProblems problems) {
        Set<Pattern> seen = new HashSet<>();
        for (Pattern pattern : listed) {
            if (!seen.add(pattern)) {
                complain(order, "lists " + pattern + " twice", problems);
            } else if (pattern == Pattern.FALLBACK) {
                complain(order, "lists the fallback, which is always outermost", problems);
            } else if (order.onMethod()
                    && uses.stream().noneMatch(use -> use.kind().pattern() == pattern)) {
                complain(order, "lists " + pattern + ", which does not guard " + method, problems);
            }
        }
    }

    private static void complain(Found<GuardOrder> order, String complaint, DeploymentProblems problems) {
        problems.add(ProblemKind.GUARD_ORDER, order.place(), "has a @GuardOrder that " + complaint);
    }
}
