/** The public API. */
package dev.varve;
