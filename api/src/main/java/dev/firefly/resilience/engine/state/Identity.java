package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.store.ResilienceStore;

/**
 * Under whom a registry takes leases: its own name, and the member of the cluster it lives on. The latter is another one
 * when the member returns from the smaller part of a split cluster: to the others the old one has left. Thread-safe.
 */
final class Identity {
    private final String node;
    private final ResilienceStore store;
    private volatile String owner;

    Identity(String node, ResilienceStore store) {
        this.node = node;
        this.store = store;
        this.owner = owner(store.members());
    }

    /** The name in leases that are taken now. */
    String owner() {
        return owner;
    }

    /** Looks who is in the cluster, and as whom this node is. */
    ResilienceStore.Members look() {
        ResilienceStore.Members members = store.members();
        String now = owner(members);
        if (!now.equals(owner)) {
            owner = now;
        }
        return members;
    }

    private String owner(ResilienceStore.Members members) {
        return node + '@' + members.self();
    }

    /** The member on which an owner lives. */
    static String memberOf(String owner) {
        return owner.substring(owner.lastIndexOf('@') + 1);
    }
}
