package dev.firefly.resilience.tck.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The shape of the house: arrows point down, and each module knows only what it must. */
@AnalyzeClasses(packages = "dev.firefly.resilience", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String BASE = "dev.firefly.resilience";
    private static final String CDI = BASE + ".cdi..";
    private static final String HAZELCAST = BASE + ".hazelcast..";
    private static final String KIT = BASE + ".tck..";
    private static final String ENGINE = BASE + ".engine..";
    private static final String[] ENGINE_BASE = {
        BASE + ".engine.state..", BASE + ".engine.async..", BASE + ".engine.call.."
    };
    private static final List<String> PATTERNS =
            List.of("circuitbreaker", "retry", "ratelimiter", "bulkhead", "timelimiter", "fallback");
    private static final DescribedPredicate<JavaClass> ENTRY =
            describe("the entry", type -> type.getName().matches(Pattern.quote(BASE + ".Resilience") + "(\\$.*)?"));

    @ArchTest
    static final ArchRule packagesFormNoCircle =
            slices().matching(BASE + ".(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule theApiNeedsNothingButTheJdk = classes()
            .that(not(resideInAnyPackage(CDI, HAZELCAST, KIT)))
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("java..", BASE + "..", "org.jspecify.annotations")
                    .and(not(resideInAnyPackage(CDI, HAZELCAST, KIT))));

    @ArchTest
    static final ArchRule containerAndGridDoNotKnowEachOther = noClasses()
            .that(resideInAPackage(CDI))
            .should()
            .dependOnClassesThat(resideInAnyPackage(HAZELCAST, "com.hazelcast.."));

    @ArchTest
    static final ArchRule theGridDoesNotKnowTheContainer = noClasses()
            .that(resideInAPackage(HAZELCAST))
            .should()
            .dependOnClassesThat(resideInAnyPackage(CDI, "jakarta..", "org.eclipse.microprofile.."));

    @ArchTest
    static final ArchRule theCircuitBreakerKnowsNoOtherPattern = knowsNoOtherPattern("circuitbreaker");

    @ArchTest
    static final ArchRule theRetryKnowsNoOtherPattern = knowsNoOtherPattern("retry");

    @ArchTest
    static final ArchRule theRateLimiterKnowsNoOtherPattern = knowsNoOtherPattern("ratelimiter");

    @ArchTest
    static final ArchRule theBulkheadKnowsNoOtherPattern = knowsNoOtherPattern("bulkhead");

    @ArchTest
    static final ArchRule theTimeLimiterKnowsNoOtherPattern = knowsNoOtherPattern("timelimiter");

    @ArchTest
    static final ArchRule theFallbackKnowsNoOtherPattern = knowsNoOtherPattern("fallback");

    private static ArchRule knowsNoOtherPattern(String pattern) {
        return noClasses()
                .that(resideInAnyPackage(ofPatterns(pattern::equals)))
                .should()
                .dependOnClassesThat(resideInAnyPackage(ofPatterns(other -> !other.equals(pattern))));
    }

    @ArchTest
    static final ArchRule whatAllPatternsStandOnKnowsNone = noClasses()
            .that(resideInAnyPackage(ENGINE_BASE))
            .should()
            .dependOnClassesThat(resideInAnyPackage(ofPatterns(any -> true)));

    /** The packages of these patterns: what users see, and the engine of it. */
    private static String[] ofPatterns(Predicate<String> wanted) {
        return PATTERNS.stream()
                .filter(wanted)
                .flatMap(pattern -> Stream.of(BASE + '.' + pattern + "..", BASE + ".engine." + pattern + ".."))
                .toArray(String[]::new);
    }

    /** The picture in docs/architecture.md, from the ground up. */
    @ArchTest
    static final ArchRule arrowsPointDown = new Floors()
            .add("core, annotation", in("core", "annotation"))
            .add("internal", in("internal"))
            .add(
                    "event, store, config and the patterns users see",
                    in("event", "store", "config").or(in(PATTERNS.toArray(String[]::new))))
            .add("ResilienceRegistry, Pipeline", resideInAPackage(BASE).and(not(ENTRY)))
            .add(
                    "engine.config, engine.state, engine.async, engine.call",
                    in("engine.config", "engine.state", "engine.async", "engine.call"))
            .add(
                    "the engine of each pattern",
                    in(PATTERNS.stream().map("engine."::concat).toArray(String[]::new)))
            .add("engine.pipeline", in("engine.pipeline"))
            .add("engine", in("engine"))
            .add("Resilience", ENTRY)
            .rule();

    private static DescribedPredicate<JavaClass> in(String... packages) {
        return resideInAnyPackage(
                Stream.of(packages).map(name -> BASE + '.' + name).toArray(String[]::new));
    }

    /** Packages or classes on top of each other; each knows its own floor and those below. */
    private static final class Floors {
        private final List<String> names = new ArrayList<>();
        private LayeredArchitecture architecture = layeredArchitecture().consideringOnlyDependenciesInLayers();

        Floors add(String name, DescribedPredicate<JavaClass> classes) {
            architecture = architecture.layer(name).definedBy(classes);
            architecture = names.isEmpty()
                    ? architecture.whereLayer(name).mayNotAccessAnyLayer()
                    : architecture.whereLayer(name).mayOnlyAccessLayers(names.toArray(String[]::new));
            names.add(name);
            return this;
        }

        /** No class of the api stands outside. */
        ArchRule rule() {
            return architecture.ensureAllClassesAreContainedInArchitectureIgnoring(CDI, HAZELCAST, KIT);
        }
    }

    @ArchTest
    static final ArchRule whatUsersSeeDoesNotRestOnTheEngine = noClasses()
            .that(not(resideInAnyPackage(ENGINE, CDI, HAZELCAST, KIT)))
            .and()
            .doNotHaveFullyQualifiedName(BASE + ".Resilience")
            .and()
            .doNotHaveFullyQualifiedName(BASE + ".Resilience$Builder")
            .should()
            .dependOnClassesThat(resideInAPackage(ENGINE));

    @ArchTest
    static final ArchRule noPublicSignatureNamesTheEngine = methods()
            .that()
            .arePublic()
            .and()
            .areDeclaredInClassesThat(not(resideInAPackage(ENGINE)))
            .should(new ArchCondition<JavaMethod>("name no type of the engine") {
                @Override
                public void check(JavaMethod method, ConditionEvents events) {
                    Stream.concat(Stream.of(method.getRawReturnType()), method.getRawParameterTypes().stream())
                            .filter(type -> type.getPackageName().startsWith(BASE + ".engine"))
                            .forEach(type -> events.add(SimpleConditionEvent.violated(
                                    method, method.getFullName() + " names " + type.getName())));
                }
            });

    /** Waits are bounded in real time, and the store's clock of a client is one; everything else asks a clock. */
    @ArchTest
    static final ArchRule timeIsReadThroughAClock = noClasses()
            .that(not(resideInAPackage(KIT)))
            .and(not(JavaClass.Predicates.simpleName("MonotonicTime")))
            .and(not(JavaClass.Predicates.simpleName("SystemClock")))
            .and(not(JavaClass.Predicates.simpleName("Waiting")))
            .and(not(JavaClass.Predicates.simpleName("SharedCells")))
            .and(not(JavaClass.Predicates.simpleName("MemorySlot")))
            .and(not(JavaClass.Predicates.simpleName("ClientClock")))
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now");

    /**
     * A virtual thread that waits for a monitor, or in one, keeps its carrier. Assembling a registry may hold one; of a
     * call, only the rare growth of a table does, while it copies an array. Blocks inside of methods are not seen.
     */
    @ArchTest
    static final ArchRule noMonitorIsHeldOnTheWayOfACall = methods()
            .that()
            .areDeclaredInClassesThat(in("core..", "internal..", "event..", "engine.*..")
                    .or(resideInAnyPackage(ofPatterns(any -> true)))
                    .and(not(JavaClass.Predicates.simpleName("SlotTable"))))
            .should()
            .notHaveModifier(JavaModifier.SYNCHRONIZED);

    /** One that is static outlives the application that started it, or ends with one and is missed by all others. */
    @ArchTest
    static final ArchRule executorsAndThreadsBelongToARegistry = noFields()
            .that()
            .areStatic()
            .should()
            .haveRawType(assignableTo(Executor.class))
            .orShould()
            .haveRawType(assignableTo(Thread.class))
            .orShould()
            .haveRawType(assignableTo(Timer.class));

    @ArchTest
    static final ArchRule noObjectComesOutOfJavaSerialization = noClasses()
            .that(not(resideInAPackage(KIT)))
            .should()
            .dependOnClassesThat(assignableTo(ObjectInput.class).or(assignableTo(ObjectOutput.class)));

    @ArchTest
    static final ArchRule noHookIsLeftInTheJvm =
            noClasses().should().callMethod(Runtime.class, "addShutdownHook", Thread.class);
}
