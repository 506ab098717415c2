/** Results as a page and as pictures. */
package dev.varve.bench.page;
