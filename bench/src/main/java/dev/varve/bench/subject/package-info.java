/** What is measured: Varve and its peers behind one small interface. */
package dev.varve.bench.subject;
