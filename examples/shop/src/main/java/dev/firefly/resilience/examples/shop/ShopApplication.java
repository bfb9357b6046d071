package dev.firefly.resilience.examples.shop;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** All resources of this archive, at the root of its context. */
@ApplicationPath("/")
public class ShopApplication extends Application {}
