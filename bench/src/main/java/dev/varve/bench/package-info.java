/** The benchmark: workloads, peers and reports. */
package dev.varve.bench;
