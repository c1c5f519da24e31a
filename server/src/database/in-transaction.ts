import type { Context, TransactionContext } from './context.js';

/** Runs a use case, or part of one, in a transaction. Inside a transaction, joins it. */
export const inTransaction = <T>(
  context: Context,
  work: (tx: TransactionContext) => Promise<T>,
): Promise<T> => context.db.transaction((db) => work({ ...context, db }));
