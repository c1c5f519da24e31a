import type { Context } from '../../../src/database/context.js';
import type { Transaction } from '../../../src/database/database.js';

export class InjectedFailure extends Error {
  override readonly name = 'InjectedFailure';
}

/** The context of a process that dies in a transaction that needs more than this many statements. */
export const failingAfter = (context: Context, statements: number): Context => ({
  ...context,
  db: {
    ...context.db,
    transaction: (work) => context.db.transaction((tx) => work(withLimit(tx, statements))),
  },
});

function withLimit(tx: Transaction, statements: number): Transaction {
  let left = statements;
  const counted = <Result>(run: () => Promise<Result>): Promise<Result> =>
    left-- > 0 ? run() : Promise.reject(new InjectedFailure('the process died'));
  const limited: Transaction = {
    ...tx,
    rows: (statement, values) => counted(() => tx.rows(statement, values)),
    first: (statement, values) => counted(() => tx.first(statement, values)),
    transaction: (work) => work(limited),
  };
  return limited;
}

/** The context of a process that never learns that its transaction was committed. */
export const losingResponse = (context: Context): Context => ({
  ...context,
  db: {
    ...context.db,
    transaction: async (work) => {
      await context.db.transaction(work);
      throw new InjectedFailure('the answer was lost');
    },
  },
});
