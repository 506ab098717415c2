/** Small operations: what is compared, in interleaved turns, and with which ceiling. */
package dev.varve.bench.contest;
