/** Segments: every file of a store and every file format. */
package dev.varve.segments;
