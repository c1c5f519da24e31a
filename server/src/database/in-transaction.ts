import type { Context, TransactionContext } from './context.js';

/** Runs a use case, or a part of it, in one transaction; inside one already, it joins that one. */
export const inTransaction = <T>(
  context: Context,
  work: (tx: TransactionContext) => Promise<T>,
): Promise<T> => context.db.transaction((db) => work({ ...context, db }));
