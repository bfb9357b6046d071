package dev.firefly.resilience.tck.arch;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Instant;
import java.util.Timer;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/** The shape of the house: arrows point down, and each module knows only what it must. */
@AnalyzeClasses(packages = "dev.firefly.resilience", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String BASE = "dev.firefly.resilience";
    private static final String CDI = BASE + ".cdi..";
    private static final String HAZELCAST = BASE + ".hazelcast..";
    private static final String KIT = BASE + ".tck..";
    private static final String ENGINE = BASE + ".engine..";

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
    static final ArchRule theCircuitBreakerKnowsNoOtherPattern =
            knowsNoOtherPattern("circuitbreaker", "retry", "fallback");

    @ArchTest
    static final ArchRule theRetryKnowsNoOtherPattern = knowsNoOtherPattern("retry", "circuitbreaker", "fallback");

    @ArchTest
    static final ArchRule theFallbackKnowsNoOtherPattern = knowsNoOtherPattern("fallback", "circuitbreaker", "retry");

    private static ArchRule knowsNoOtherPattern(String pattern, String... others) {
        String[] packages = Stream.of(others)
                .flatMap(other -> Stream.of(BASE + '.' + other + "..", BASE + ".engine." + other + ".."))
                .toArray(String[]::new);
        return noClasses()
                .that(resideInAnyPackage(BASE + '.' + pattern + "..", BASE + ".engine." + pattern + ".."))
                .should()
                .dependOnClassesThat(resideInAnyPackage(packages));
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
            .and(not(JavaClass.Predicates.simpleName("Slot")))
            .and(not(JavaClass.Predicates.simpleName("ClientClock")))
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now");

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
    static final ArchRule noHookIsLeftInTheJvm =
            noClasses().should().callMethod(Runtime.class, "addShutdownHook", Thread.class);
}
