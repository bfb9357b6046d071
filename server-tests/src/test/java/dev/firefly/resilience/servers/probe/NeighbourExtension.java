package dev.firefly.resilience.servers.probe;

import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;

/** Weld 5 keeps the last application that had an extension of this kind, whatever it does. */
public class NeighbourExtension implements BuildCompatibleExtension {}
