/** What crosses processes, tested with processes on the loopback interface. */
package dev.firefly.resilience.tck.cluster;
