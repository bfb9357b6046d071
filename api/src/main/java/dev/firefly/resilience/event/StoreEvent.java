package dev.firefly.resilience.event;

/** Something happened to the shared store. */
public sealed interface StoreEvent extends ResilienceEvent permits StoreDegraded, StoreRecovered {}
