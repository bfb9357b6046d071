package dev.firefly.resilience.engine.circuitbreaker;

/** The way of one call through the circuit of this node alone, see {@link OwnCircuit}. */
interface OwnPass {
    /** There is no such circuit, or none that has a say. */
    OwnPass NONE = new OwnPass() {
        @Override
        public boolean isProbe() {
            return false;
        }

        @Override
        public void ended(Outcome outcome, CircuitAnnouncer teller) {}
    };

    boolean isProbe();

    /**
     * How the call ended; neutral if it never began. Once.
     *
     * @param teller announces what that does
     */
    void ended(Outcome outcome, CircuitAnnouncer teller);
}
