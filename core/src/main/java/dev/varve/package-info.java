/**
 * Varve: an embedded store for values that never change and expire together.
 *
 * <p>Start at {@link dev.varve.Store}. Every type of this package may be used from any number of threads at once unless its
 * own page says otherwise. No reference may be {@code null} unless a method says so; a {@code null} throws
 * {@link java.lang.NullPointerException}.
 *
 * <p>Past a limit ({@link dev.varve.Limits}) a call throws {@link java.lang.IllegalArgumentException} that names it, before
 * anything is written. What goes wrong outside the program (drives, files, memory bounds) is a
 * {@link dev.varve.VarveException}. Use after {@link dev.varve.Store#close()} throws
 * {@link dev.varve.StoreClosedException}.
 */
package dev.varve;
