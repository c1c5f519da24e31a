import {
  createBatcher,
  createBatcherByAccount,
  declareBatcher,
  type leftOut,
  type Batcher,
  type OfAccount,
} from './batcher.js';
import { isTransaction, type Database } from './database.js';
import { perDatabase } from './per-database.js';

export interface BatchedWriteOptions<Account extends string, Input, Output> {
  readonly name: string;
  /**
   * Writes items of any accounts by one statement, in their order. It waits for no row that somebody holds: what it cannot write
   * at once, or would have to refuse, it answers as `leftOut`.
   */
  readonly writeTogether: (
    db: Database,
    items: readonly OfAccount<Account, Input>[],
  ) => Promise<readonly (Output | typeof leftOut)[]>;
  /** Writes one, for as long as it takes; what it refuses is refused. */
  readonly writeAlone: (db: Database, account: Account, input: Input) => Promise<Output>;
}

interface Asked<Account extends string, Input> extends OfAccount<Account, Input> {
  /** Of whoever asks, within its share. */
  readonly db: Database;
}

/**
 * Writes together what comes at the same time: of all accounts on a single PostgreSQL, and of one account at a time on a
 * distributed store, where several would be a transaction across nodes. Inside a transaction it writes at once.
 */
export function batchedWrite<Account extends string, Input, Output>({
  name,
  writeTogether,
  writeAlone,
}: BatchedWriteOptions<Account, Input, Output>): (
  db: Database,
  account: Account,
  input: Input,
) => Promise<Output> {
  declareBatcher(name);
  const runAlone = ({ db, account, input }: Asked<Account, Input>): Promise<Output> =>
    writeAlone(db, account, input);
  const batchers = perDatabase((db): Batcher<Asked<Account, Input>, Output> => {
    const options = { name, runAlone };
    if (db.layout !== 'distributed')
      return createBatcher({ ...options, runBatch: (items) => writeTogether(db, items) });
    return createBatcherByAccount({
      ...options,
      runBatch: (account: Account, inputs: readonly Input[]) =>
        writeTogether(
          db,
          inputs.map((input) => ({ account, input })),
        ),
    });
  });
  return (db, account, input) => {
    const asked = { db, account, input };
    return isTransaction(db) ? runAlone(asked) : batchers(db.shared ?? db)(asked);
  };
}
