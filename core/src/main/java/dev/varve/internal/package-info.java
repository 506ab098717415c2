/** The engine behind the public API. */
package dev.varve.internal;
