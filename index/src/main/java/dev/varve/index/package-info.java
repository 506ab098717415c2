/**
 * The index: a 64-bit key hash to an opaque address, in memory only.
 *
 * <p>{@link dev.varve.index.TableIndex} is a table's list of {@link dev.varve.index.Generation}s, each a fixed-size hash
 * table in slabs of a {@link dev.varve.index.SlabPool}. Nothing here opens a file or knows a record: a
 * {@link dev.varve.index.CandidateVisitor} looks at the record behind an address, and a frozen generation's pages are
 * handed out for others to write and to read back. {@link dev.varve.index.IndexLayout} is the one home of the bits.
 */
package dev.varve.index;
