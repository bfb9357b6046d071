/**
 * One WAR, the shop of the examples, on each server: a class for each kind of server says how it is started and told to
 * deploy, and one abstract class holds what is true on all of them.
 */
@NullMarked
package dev.firefly.resilience.servers;

import org.jspecify.annotations.NullMarked;
