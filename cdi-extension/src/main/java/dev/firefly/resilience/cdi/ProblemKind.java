package dev.firefly.resilience.cdi;

/** What can be wrong with a deployment; the numbers are never used again for something else. */
enum ProblemKind {
    CONFIGURATION(1, "correct the key or the value where it is set"),
    FALLBACK_METHOD_MISSING(2, "write the method, or correct its name in the annotation"),
    FALLBACK_SIGNATURE(
            3,
            "give it the parameters of the guarded method, or these and one exception, and a result of the same type"),
    FALLBACK_TWICE(4, "leave out either method or handler"),
    FALLBACK_EMPTY(5, "set method or handler"),
    FALLBACK_HANDLER(
            6, "make the handler a bean, exactly one, with a type argument that the guarded method can return"),
    NOT_INTERCEPTABLE(7, "make it neither private nor final nor static, or take the annotation off"),
    SEVERAL_BEANS(8, "leave one of these beans, or make one an alternative with a priority"),
    STAGE_TYPE(9, "declare CompletionStage or CompletableFuture as the type of the result"),
    STEREOTYPES(10, "put the annotation on the class, which beats its stereotypes"),
    OWN_REGISTRY(11, "move these values into the configuration of the application's own ResilienceRegistry"),
    NO_CONFIG(
            12,
            "on a server enable its MicroProfile Config, which on Open Liberty is a feature in server.xml, such as"
                    + " mpConfig-3.1; elsewhere add an implementation of it to the application"),
    CLASS_ACCESS(13, "open the package of the class to this library in the module descriptor"),
    FALLBACK_NEVER(
            14,
            "let the annotation's failures and those of the method's last parameter have some in common, which are not skipped"),
    GUARD_ORDER(15, "list each pattern that guards the method once, and not the fallback"),
    OTHER_LOADER(
            16,
            "have its library once for both, either packaged with the application or left to the server. On Payara,"
                    + " delegate in WEB-INF/payara-web.xml says which of two goes first"),
    UNUSABLE_BEAN(
            17,
            "let the application have it when it starts: from a producer that returns an object, in a scope that is active"
                    + " then");

    private final int number;
    private final String remedy;

    ProblemKind(int number, String remedy) {
        this.number = number;
        this.remedy = remedy;
    }

    /** {@code RES-001}. */
    String id() {
        return String.format("RES-%03d", number);
    }

    String remedy() {
        return remedy;
    }
}
