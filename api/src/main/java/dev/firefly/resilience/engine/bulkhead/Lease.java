package dev.firefly.resilience.engine.bulkhead;

/** Permits of this node that lapse together; whoever was given one of them gives it back here, once. Thread-safe. */
interface Lease {
    /** Stands for no permit. */
    Lease NONE = new Lease() {
        @Override
        public void giveBack() {}

        @Override
        public boolean isOver() {
            return false;
        }
    };

    /** Gives one permit back; changes nothing when they have lapsed. */
    void giveBack();

    /** Whether they are known to have lapsed, so that giving back has no effect any more. */
    boolean isOver();
}
