import { createBatcher } from './batcher.js';
import type { Database } from './database.js';
import { perDatabase } from './per-database.js';
import type { Statement } from './statement.js';

const maxSize = 100;

/**
 * Asks for a row each what is asked for at the same time, in one look-up, which is mostly the way there and back. The
 * statement takes lists of what is asked for, and says of each row which `number` in the lists (from 1) it is about.
 */
export const batchedLookup = <Asked, Row extends { readonly number: number }>(
  statement: Statement<Row>,
  listsOf: (asked: readonly Asked[]) => readonly unknown[],
): ((db: Database, asked: Asked) => Promise<Row | undefined>) => {
  const asking = perDatabase((db) =>
    createBatcher<Asked, Row | undefined>({
      runBatch: async (asked) => {
        const found = await db.rows(statement, listsOf(asked));
        const byNumber = new Map(found.map((row) => [row.number, row]));
        return asked.map((_, index) => byNumber.get(index + 1));
      },
      groupOf: () => '',
      maxSize,
    }),
  );
  return (db, asked) => asking(db.shared ?? db)(asked);
};

/** The same by the ids of one account's rows: the statement takes the account and the ids. */
export function batchedFindById<Row extends { readonly id: string }>(
  statement: Statement<Row>,
): (db: Database, account: string, id: string) => Promise<Row | undefined> {
  const finding = perDatabase((db) =>
    createBatcher<{ account: string; id: string }, Row | undefined>({
      runBatch: async (asked) => {
        const found = await db.rows(statement, [asked[0]?.account, asked.map(({ id }) => id)]);
        const byId = new Map(found.map((row) => [row.id, row]));
        return asked.map(({ id }) => byId.get(id));
      },
      groupOf: ({ account }) => account,
      maxSize,
    }),
  );
  return (db, account, id) => finding(db)({ account, id });
}
