package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.store.ResilienceStore;

/**
 * As whom a registry takes part in a store. The member of the cluster it lives on is a part of its names, and becomes
 * another one when that member returns from the smaller part of a split cluster: to the others the old one has left.
 * Thread-safe.
 */
final class Identity {
    private final String node;
    private final String set;
    private final ResilienceStore store;
    private volatile String member;

    /** @param writer tells apart the sets of cells that one registry has in one store, which know nothing of each other */
    Identity(String node, long writer, ResilienceStore store) {
        this.node = node;
        this.set = node + '~' + Long.toHexString(writer);
        this.store = store;
        this.member = store.members().self();
    }

    /** The name of the registry. */
    String registry() {
        return node + '@' + member;
    }

    /** The name in leases that are taken now. */
    String owner() {
        return set + '@' + member;
    }

    /** Looks who is in the cluster, and as whom this node is. */
    ResilienceStore.Members look() {
        ResilienceStore.Members members = store.members();
        if (!members.self().equals(member)) {
            member = members.self();
        }
        return members;
    }

    /** The member on which an owner lives. */
    static String memberOf(String owner) {
        return owner.substring(owner.lastIndexOf('@') + 1);
    }
}
