import {
  createBatcher,
  createBatcherByAccount,
  declareBatcher,
  inOrder,
  type Numbered,
  type OfAccount,
} from './batcher.js';
import { isTransaction, type Database } from './database.js';
import { perDatabase } from './per-database.js';
import type { Statement } from './statement.js';

type LookUp<Account, Input, Row> = (db: Database, account: Account, input: Input) => Promise<Row | undefined>;

interface Asked<Account extends string, Input> extends OfAccount<Account, Input> {
  /** The caller's database, limited to its account's share. */
  readonly db: Database;
}

/** Batches concurrent lookups across accounts. Each returns at most one row. */
export function batchedLookup<Account extends string, Input, Row extends Numbered>(
  name: string,
  statement: Statement<Row>,
  listsOf: (asked: readonly OfAccount<Account, Input>[]) => readonly unknown[],
): LookUp<Account, Input, Row> {
  declareBatcher(name);
  const lookUp = async (db: Database, asked: readonly OfAccount<Account, Input>[]) =>
    inOrder(await db.rows(statement, listsOf(asked)), asked.length);
  const runAlone = async ({ db, ...asked }: Asked<Account, Input>) => (await lookUp(db, [asked]))[0];
  const batchers = perDatabase((db) =>
    createBatcher<Asked<Account, Input>, Row | undefined>({
      name,
      runBatch: (asked) => lookUp(db, asked),
      runAlone,
    }),
  );
  return (db, account, input) => {
    const asked = { db, account, input };
    return isTransaction(db) ? runAlone(asked) : batchers(db.shared ?? db)(asked);
  };
}

/** The same for ids within one account: the statement takes the account and a list of ids. */
export function batchedFindById<Account extends string, Row extends Numbered>(
  name: string,
  statement: Statement<Row>,
): LookUp<Account, string, Row> {
  declareBatcher(name);
  const find = async (db: Database, account: Account, ids: readonly string[]) =>
    inOrder(await db.rows(statement, [account, ids]), ids.length);
  const runAlone = async ({ db, account, input }: Asked<Account, string>) =>
    (await find(db, account, [input]))[0];
  const batchers = perDatabase((db) =>
    createBatcherByAccount<Account, string, Asked<Account, string>, Row | undefined>({
      name,
      runBatch: (account, ids) => find(db, account, ids),
      runAlone,
    }),
  );
  return (db, account, id) => {
    const asked = { db, account, input: id };
    return isTransaction(db) ? runAlone(asked) : batchers(db)(asked);
  };
}
