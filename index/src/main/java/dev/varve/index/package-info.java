/** The index: a 64-bit key hash to an opaque address, in memory only. */
package dev.varve.index;
