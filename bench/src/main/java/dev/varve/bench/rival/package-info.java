/** The stores that can be measured: each rival behind the interface that Varve has too, and the list of all. */
package dev.varve.bench.rival;
