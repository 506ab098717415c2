/** Plots, drawn once and shown twice: as SVG in pages, as PNG in documents. */
package dev.varve.bench.plot;
