import {
  createBatcher,
  createBatcherByAccount,
  declareBatcher,
  type leftOut,
  type Batcher,
  type AccountInput,
} from './batcher.js';
import { isTransaction, type Database } from './database.js';
import { perDatabase } from './per-database.js';

export interface BatchedWriteOptions<Account extends string, Input, Output> {
  readonly name: string;
  /**
   * Writes items of any accounts with one statement, in order. It must not wait for row locks: it returns `leftOut` for items
   * that it cannot write immediately or would have to refuse.
   */
  readonly writeBatch: (
    db: Database,
    items: readonly AccountInput<Account, Input>[],
  ) => Promise<readonly (Output | typeof leftOut)[]>;
  /** Writes one item, waiting for locks if necessary. Its errors go to the caller. */
  readonly writeAlone: (db: Database, account: Account, input: Input) => Promise<Output>;
}

interface WriteCall<Account extends string, Input> extends AccountInput<Account, Input> {
  /** The caller's database, limited to its account's share. */
  readonly db: Database;
}

/**
 * Batches concurrent writes: across accounts on a single PostgreSQL, and per account on a distributed store, where a batch
 * of several accounts would be a transaction across nodes. Inside a transaction, it writes immediately.
 */
export function batchedWrite<Account extends string, Input, Output>({
  name,
  writeBatch,
  writeAlone,
}: BatchedWriteOptions<Account, Input, Output>): (
  db: Database,
  account: Account,
  input: Input,
) => Promise<Output> {
  declareBatcher(name);
  const runAlone = ({ db, account, input }: WriteCall<Account, Input>): Promise<Output> =>
    writeAlone(db, account, input);
  const batchers = perDatabase((db): Batcher<WriteCall<Account, Input>, Output> => {
    const options = { name, runAlone };
    if (db.layout !== 'distributed')
      return createBatcher({ ...options, runBatch: (items) => writeBatch(db, items) });
    return createBatcherByAccount({
      ...options,
      runBatch: (account: Account, inputs: readonly Input[]) =>
        writeBatch(
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
