/** The command line. */
package dev.varve.tools;
