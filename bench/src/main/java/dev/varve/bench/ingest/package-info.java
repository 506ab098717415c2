/** The main workload: durable ingest with verified reads and expiry, in turns with the raw device. */
package dev.varve.bench.ingest;
