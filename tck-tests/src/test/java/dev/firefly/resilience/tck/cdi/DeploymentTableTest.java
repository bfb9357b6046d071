package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.inject.spi.DeploymentException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Deployments, good and bad, with exactly what is reported of them. */
@ParameterizedClass
@EnumSource(Container.class)
class DeploymentTableTest {
    @Parameter
    Container container;

    private static final Pattern PROBLEM = Pattern.compile("^  (RES-[0-9]+ \\S+)", Pattern.MULTILINE);

    /** A deployment. */
    private record Row(String title, List<Class<?>> beans, Map<String, String> settings, Set<String> problems) {
        Row with(String key, String value) {
            settings.put(key, value);
            return this;
        }

        Row problem(String idAndPlace) {
            problems.add(idAndPlace);
            return this;
        }

        /** A problem at a place that begins with the name of a class. */
        Row problem(String before, Class<?> type, String after) {
            return problem(before + type.getName() + after);
        }

        @Override
        public String toString() {
            return title;
        }
    }

    private static Row row(String title, Class<?>... beans) {
        return new Row(title, Arrays.asList(beans), new LinkedHashMap<>(), new TreeSet<>());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void everyProblemIsReportedAndNothingElse(Row row) {
        assertThat(problems(row)).isEqualTo(row.problems);
    }

    private Set<String> problems(Row row) {
        Application.Builder app = container.of(row.beans.toArray(Class<?>[]::new));
        row.settings.forEach(app::set);
        Set<String> problems = new TreeSet<>();
        try {
            app.start().close();
        } catch (DeploymentException e) {
            Matcher matcher = PROBLEM.matcher(e.getMessage());
            while (matcher.find()) {
                problems.add(matcher.group(1));
            }
        }
        return problems;
    }

    static Stream<Row> rows() {
        return Stream.of(
                row("a retry with defaults", SoundBeans.PlainRetry.class),
                row("all six on one method", SoundBeans.AllOfThem.class),
                row("a name that is configured", SoundBeans.NamedAndConfigured.class)
                        .with("retry.payments.max-attempts", "2"),
                row("a name that is declared elsewhere in code", SoundBeans.NamedWithValues.class),
                row("a name where no other is configured", SoundBeans.NamedWithoutOthers.class),
                row("a bad attribute that configuration overrides", SoundBeans.OverriddenValue.class)
                        .with("retry.payments.max-attempts", "2"),
                row("a closed bulkhead", SoundBeans.ZeroPermits.class),
                row("a limiter at its bounds", SoundBeans.TokensOfItsOwn.class),
                row("a time limit with everything set", SoundBeans.LimitOfItsOwn.class),
                row("a fallback that takes the failure", SoundBeans.WithFailure.class),
                row("several fallbacks", SoundBeans.Overloads.class),
                row("an interceptor method of the bean itself", SoundBeans.WithAnInterceptorMethod.class),
                row("a private fallback in the same class", SoundBeans.PrivateFallback.class),
                row("a static fallback", SoundBeans.StaticFallback.class),
                row("variable arguments", SoundBeans.Varargs.class),
                row("an array for variable arguments", SoundBeans.ArrayForVarargs.class),
                row("a fallback with a narrower result", SoundBeans.Narrower.class),
                row("a boxed result for a primitive one", SoundBeans.BoxedResult.class),
                row("a fallback of the superclass", SoundBeans.Below.class),
                row("a default method of an interface", SoundBeans.Implementing.class),
                row("generics resolved by the bean class", SoundBeans.TypedByString.class),
                row("wildcards with the same bounds", SoundBeans.SameWildcards.class),
                row("type parameters of the methods themselves", SoundBeans.OwnVariables.class),
                row("a fallback in the package of a superclass that asks for it", SoundBeans.BelowElsewhere.class),
                row("an asynchronous fallback for an asynchronous method", SoundBeans.Stages.class),
                row("a handler", SoundBeans.Handled.class, SoundBeans.TextHandler.class),
                row("no result at all", SoundBeans.NoResult.class),
                row("a fallback for errors", SoundBeans.OnErrors.class),
                row("another order", SoundBeans.OtherOrder.class),
                row("a name with a dot, configured in quotes", SoundBeans.Quoted.class)
                        .with("retry.\"a.b\".max-attempts", "2"),
                row("an attribute out of range", FaultyBeans.TooFewAttempts.class)
                        .problem(
                                "RES-001 firefly.resilience.retry.",
                                FaultyBeans.TooFewAttempts.class,
                                "#call().max-attempts"),
                row("an attribute that is no duration", FaultyBeans.BadDuration.class)
                        .problem(
                                "RES-001 firefly.resilience.retry.",
                                FaultyBeans.BadDuration.class,
                                "#call().wait-duration"),
                row("an attribute that is none of the words", FaultyBeans.BadWord.class)
                        .problem("RES-001 firefly.resilience.retry.", FaultyBeans.BadWord.class, "#call().backoff"),
                row("a rate above one", FaultyBeans.BadRate.class)
                        .problem(
                                "RES-001 firefly.resilience.circuit-breaker.",
                                FaultyBeans.BadRate.class,
                                "#call().failure-rate-threshold"),
                row("a limiter that never refills", FaultyBeans.ZeroRate.class)
                        .problem(
                                "RES-001 firefly.resilience.rate-limiter.",
                                FaultyBeans.ZeroRate.class,
                                "#call().refill-rate"),
                row("a reserve larger than the bucket", FaultyBeans.TooLargeReserve.class)
                        .problem(
                                "RES-001 firefly.resilience.rate-limiter.",
                                FaultyBeans.TooLargeReserve.class,
                                "#call().reserve"),
                row("fewer than no permits", FaultyBeans.NegativePermits.class)
                        .problem(
                                "RES-001 firefly.resilience.bulkhead.",
                                FaultyBeans.NegativePermits.class,
                                "#call().max-concurrent"),
                row("a permit that lapses at once", FaultyBeans.NoTtl.class)
                        .problem("RES-001 firefly.resilience.bulkhead.", FaultyBeans.NoTtl.class, "#call().permit-ttl"),
                row("no time at all", FaultyBeans.NoTime.class)
                        .problem(
                                "RES-001 firefly.resilience.time-limiter.",
                                FaultyBeans.NoTime.class,
                                "#call().timeout"),
                row("a late success that is neither", FaultyBeans.BadLateSuccess.class)
                        .problem(
                                "RES-001 firefly.resilience.time-limiter.",
                                FaultyBeans.BadLateSuccess.class,
                                "#call().late-success"),
                row("a name that is not configured", FaultyBeans.MisspeltRetry.class)
                        .with("retry.aggressive.max-attempts", "5")
                        .problem("RES-001 retry.agressive"),
                row("a limiter that is not configured", FaultyBeans.MisspeltLimiter.class)
                        .with("rate-limiter.payments.max-tokens", "5")
                        .problem("RES-001 rate-limiter.pymnt"),
                row("a name of another pattern", FaultyBeans.OtherPattern.class)
                        .with("bulkhead.orders.max-concurrent", "5")
                        .with("retry.payments.max-attempts", "2")
                        .problem("RES-001 bulkhead.payments"),
                row("a key that does not exist", FaultyBeans.Fine1.class)
                        .with("retry.a.max-attemps", "5")
                        .problem("RES-001 firefly.resilience.retry.a.max-attemps"),
                row("a key at the wrong level", FaultyBeans.Fine2.class)
                        .with("max-attempts", "5")
                        .problem("RES-001 firefly.resilience.max-attempts"),
                row("a value that is no number", FaultyBeans.Fine3.class)
                        .with("retry.a.max-attempts", "many")
                        .problem("RES-001 firefly.resilience.retry.a.max-attempts"),
                row("a class that does not exist", FaultyBeans.Fine4.class)
                        .with("retry.a.retry-on", "com.acme.Gone")
                        .problem("RES-001 firefly.resilience.retry.a.retry-on"),
                row("a base that does not exist", FaultyBeans.Fine5.class)
                        .with("retry.a.base", "b")
                        .problem("RES-001 firefly.resilience.retry.a.base"),
                row("two mistakes in one file", FaultyBeans.Fine6.class)
                        .with("bulkhead.a.max-wait", "-1s")
                        .with("time-limiter.b.offload", "perhaps")
                        .problem("RES-001 firefly.resilience.bulkhead.a.max-wait")
                        .problem("RES-001 firefly.resilience.time-limiter.b.offload"),
                row("a fallback that does not exist", FaultyBeans.Missing.class)
                        .problem("RES-002 ", FaultyBeans.Missing.class, "#call()"),
                row("other parameters", FaultyBeans.OtherParameters.class)
                        .problem("RES-003 ", FaultyBeans.OtherParameters.class, "#call(java.lang.String)"),
                row("a wider result", FaultyBeans.OtherResult.class)
                        .problem("RES-003 ", FaultyBeans.OtherResult.class, "#call()"),
                row("a last parameter that is no failure", FaultyBeans.NoFailure.class)
                        .problem("RES-003 ", FaultyBeans.NoFailure.class, "#call()"),
                row("a synchronous fallback for an asynchronous method", FaultyBeans.SyncForAsync.class)
                        .problem("RES-003 ", FaultyBeans.SyncForAsync.class, "#call()"),
                row("a fallback that is the method itself", FaultyBeans.OnlyItself.class)
                        .problem("RES-002 ", FaultyBeans.OnlyItself.class, "#call()"),
                row("a private fallback of the superclass", FaultyBeans.Curious.class)
                        .problem("RES-003 ", FaultyBeans.Curious.class, "#call()"),
                row(
                                "a private fallback beside the inherited method, asked for by the class",
                                FaultyBeans.Inquisitive.class)
                        .problem("RES-003 ", FaultyBeans.Inquisitive.class, "#call()"),
                row("a fallback of a subclass", FaultyBeans.Parent.class)
                        .problem("RES-002 ", FaultyBeans.Parent.class, "#call()"),
                row("a fallback that only a subclass of the asking class has", FaultyBeans.Answering.class)
                        .problem("RES-002 ", FaultyBeans.Answering.class, "#call()"),
                row("a fallback that is visible in its own package alone", FaultyBeans.OutOfPackage.class)
                        .problem("RES-003 ", FaultyBeans.OutOfPackage.class, "#call()"),
                row("a wildcard with another bound", FaultyBeans.OtherWildcard.class)
                        .problem("RES-003 ", FaultyBeans.OtherWildcard.class, "#call(java.util.List)"),
                row("an argument in the place of a wildcard", FaultyBeans.OtherArgument.class)
                        .problem("RES-003 ", FaultyBeans.OtherArgument.class, "#call(java.util.Map)"),
                row("a stage of other elements", FaultyBeans.OtherElements.class)
                        .problem("RES-003 ", FaultyBeans.OtherElements.class, "#call()"),
                row("generics that differ", FaultyBeans.TypedByNumber.class)
                        .problem("RES-003 ", FaultyBeans.TypedByNumber.class, "#call(java.lang.String)"),
                row("both a method and a handler", FaultyBeans.Both.class, SoundBeans.TextHandler.class)
                        .problem("RES-004 ", FaultyBeans.Both.class, "#call()"),
                row("neither a method nor a handler", FaultyBeans.Neither.class)
                        .problem("RES-005 ", FaultyBeans.Neither.class, "#call()"),
                row("a handler of another type", FaultyBeans.WrongHandler.class, SoundBeans.TextHandler.class)
                        .problem("RES-006 ", FaultyBeans.WrongHandler.class, "#call()"),
                row("a handler of a list of others", FaultyBeans.HandledTexts.class, FaultyBeans.NumbersHandler.class)
                        .problem("RES-006 ", FaultyBeans.HandledTexts.class, "#call()"),
                row(
                                "a handler of another stage",
                                FaultyBeans.HandledLaterText.class,
                                FaultyBeans.LaterNumberHandler.class)
                        .problem("RES-006 ", FaultyBeans.HandledLaterText.class, "#call()"),
                row(
                        "a handler of the same list and one of any stage",
                        SoundBeans.HandledAlike.class,
                        SoundBeans.ListHandler.class,
                        SoundBeans.StageHandler.class),
                row("a handler that is no bean", FaultyBeans.NoBeanHandler.class)
                        .problem("RES-006 ", FaultyBeans.NoBeanHandler.class, "#call()"),
                row("a fallback that can never apply", FaultyBeans.NeverReplaced.class)
                        .problem("RES-014 ", FaultyBeans.NeverReplaced.class, "#call()"),
                row("a fallback that skips all it is on", FaultyBeans.AllSkipped.class)
                        .problem("RES-014 ", FaultyBeans.AllSkipped.class, "#call()"),
                row("a private method", FaultyBeans.PrivateMethod.class)
                        .problem("RES-007 ", FaultyBeans.PrivateMethod.class, "#call()"),
                row("a static method", FaultyBeans.StaticMethod.class)
                        .problem("RES-007 ", FaultyBeans.StaticMethod.class, "#call()"),
                row("a final method", FaultyBeans.FinalMethod.class)
                        .problem("RES-007 ", FaultyBeans.FinalMethod.class, "#call()"),
                row("a stage of another type", FaultyBeans.StageOfItsOwn.class)
                        .problem("RES-009 ", FaultyBeans.StageOfItsOwn.class, "#call()"),
                row("an order that lists a pattern twice", FaultyBeans.TwiceListed.class)
                        .problem("RES-015 ", FaultyBeans.TwiceListed.class, "#call()"),
                row("an order that lists the fallback", FaultyBeans.FallbackListed.class)
                        .problem("RES-015 ", FaultyBeans.FallbackListed.class, "#call()"),
                row("an order that lists what is not there", FaultyBeans.Unlisted.class)
                        .problem("RES-015 ", FaultyBeans.Unlisted.class, "#call()"),
                row("two mistakes in two beans", FaultyBeans.AnotherMissing.class, FaultyBeans.Neither.class)
                        .problem("RES-002 ", FaultyBeans.AnotherMissing.class, "#call()")
                        .problem("RES-005 ", FaultyBeans.Neither.class, "#call()")
                        .problem(
                                "RES-001 firefly.resilience.circuit-breaker.",
                                FaultyBeans.AnotherMissing.class,
                                "#other().failure-threshold"));
    }
}
