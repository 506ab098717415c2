/** What the device can do by itself, and the disk space that measuring it takes. */
package dev.varve.bench.raw;
