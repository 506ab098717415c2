/** The classical suites: fills and reads under the names people know, a roundup of stores, billions of rows. */
package dev.varve.bench.suite;
