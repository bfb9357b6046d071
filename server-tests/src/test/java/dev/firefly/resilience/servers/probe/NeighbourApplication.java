package dev.firefly.resilience.servers.probe;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** An application without this library. */
@ApplicationPath("/")
public class NeighbourApplication extends Application {}
