/** The load: keys, values, pace, writers and readers. */
package dev.varve.bench.load;
