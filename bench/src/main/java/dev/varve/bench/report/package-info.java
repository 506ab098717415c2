/** Figures and how they are shown. */
package dev.varve.bench.report;
