/** Stores in JVMs of their own: started, asked line by line, and reported when they die. */
package dev.varve.bench.child;
