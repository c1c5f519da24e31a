import {
  createBatcher,
  createBatcherByAccount,
  declareBatcher,
  alignByNumber,
  type Batcher,
  type NumberedRow,
  type AccountInput,
} from './batcher.js';
import { isTransaction, type Database } from './database.js';
import { perDatabase } from './per-database.js';
import type { Statement } from './statement.js';

type LookUp<Account, Input, Row> = (db: Database, account: Account, input: Input) => Promise<Row | undefined>;

interface LookupCall<Account extends string, Input> extends AccountInput<Account, Input> {
  /** The caller's database, limited to its account's share. */
  readonly db: Database;
}

/**
 * Batches concurrent lookups: across accounts on a single PostgreSQL, and per account on a distributed store, so that a
 * request depends on one node only. Each returns at most one row.
 */
export function batchedLookup<Account extends string, Input, Row extends NumberedRow>(
  name: string,
  statement: Statement<Row>,
  listsOf: (lookups: readonly AccountInput<Account, Input>[]) => readonly unknown[],
): LookUp<Account, Input, Row> {
  declareBatcher(name);
  const lookUp = async (db: Database, lookups: readonly AccountInput<Account, Input>[]) =>
    alignByNumber(await db.rows(statement, listsOf(lookups)), lookups.length);
  const runAlone = async ({ db, ...call }: LookupCall<Account, Input>) => (await lookUp(db, [call]))[0];
  const batchers = perDatabase((db): Batcher<LookupCall<Account, Input>, Row | undefined> => {
    if (db.layout !== 'distributed')
      return createBatcher({ name, runAlone, runBatch: (lookups) => lookUp(db, lookups) });
    return createBatcherByAccount({
      name,
      runAlone,
      runBatch: (account: Account, inputs: readonly Input[]) =>
        lookUp(
          db,
          inputs.map((input) => ({ account, input })),
        ),
    });
  });
  return (db, account, input) => {
    const call = { db, account, input };
    return isTransaction(db) ? runAlone(call) : batchers(db.unbounded ?? db)(call);
  };
}

/** SQL for `batchedFindById`. */
export const selectByIds = (columns: string, table: string): string => `
  select number::integer, ${columns} from unnest($2::uuid[]) with ordinality as requested (requested_id, number)
    join ${table} on account_id = $1 and id = requested_id`;

/** The same for ids within one account: the statement takes the account and a list of ids. */
export function batchedFindById<Account extends string, Row extends NumberedRow>(
  name: string,
  statement: Statement<Row>,
): LookUp<Account, string, Row> {
  declareBatcher(name);
  const find = async (db: Database, account: Account, ids: readonly string[]) =>
    alignByNumber(await db.rows(statement, [account, ids]), ids.length);
  const runAlone = async ({ db, account, input }: LookupCall<Account, string>) =>
    (await find(db, account, [input]))[0];
  const batchers = perDatabase((db) =>
    createBatcherByAccount<Account, string, LookupCall<Account, string>, Row | undefined>({
      name,
      runBatch: (account, ids) => find(db, account, ids),
      runAlone,
    }),
  );
  return (db, account, id) => {
    const call = { db, account, input: id };
    return isTransaction(db) ? runAlone(call) : batchers(db)(call);
  };
}
