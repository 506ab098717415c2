/** Single calls under JMH: what they cost, and with {@code -prof gc} that the hot ones allocate nothing. */
package dev.varve.bench.micro;
