import type { AccountId } from '../accounts/account.js';
import { auditInsert, auditInsertAll, auditValuesOfAll, recordAll } from '../audit/audit-store.js';
import type { TransactionContext } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { perDatabase } from '../../database/per-database.js';
import { statement } from '../../database/statement.js';
import { createBatcher } from '../../database/batcher.js';
import {
  depositColumns,
  depositFacts,
  depositValues,
  newDepositColumns,
  type Deposit,
  type NewDeposit,
} from './deposit-store.js';

// The account is asked for in the insert itself, and held (shared with other deposits) until it is done: a deactivation
// waits for deposits under way, so once it is answered none appears any more.
const insertOne = statement<Deposit>(`
  with created as (
    insert into deposits (${newDepositColumns})
    select $1, $2, $3, $4, $5, $6, $7, $8, $9 from accounts
    where accounts.id = $1 and status = 'active' for share of accounts
    returning ${depositColumns}
  ), audited as (${auditInsert(10, 'created')})
  select ${depositColumns} from created`);

const insertSeveral = statement<Deposit>(`
  with created as (
    insert into deposits (${newDepositColumns})
    select $1, one.* from accounts, unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::bigint[], $6::numeric[],
      $7::numeric[], $8::integer[], $9::timestamptz[]) as one
    where accounts.id = $1 and status = 'active' for share of accounts
    returning ${depositColumns}
  ), audited as (${auditInsertAll(10, 'created')})
  select ${depositColumns} from created`);

/** None when the account is inactive. */
export const insertDeposits = (
  db: Database,
  account: AccountId,
  deposits: readonly NewDeposit[],
): Promise<Deposit[]> =>
  db.rows(insertSeveral, [
    account,
    deposits.map(({ id }) => id),
    deposits.map(({ feedId }) => feedId),
    deposits.map(({ date }) => date),
    deposits.map(({ pages }) => pages),
    deposits.map(({ width }) => width),
    deposits.map(({ length }) => length),
    deposits.map(({ gsm }) => gsm),
    deposits.map(({ createdAt }) => createdAt),
    ...auditValuesOfAll(
      deposits.map((deposit) => ({
        actor: deposit.actor,
        at: deposit.createdAt,
        action: 'deposit.create',
        subjectId: deposit.id,
        after: depositFacts(deposit),
      })),
    ),
  ]);

// A shop's tills deposit all at once: one transaction for those of the same moment, and one lock on the account.
const depositing = perDatabase((db) =>
  createBatcher<{ account: AccountId; deposit: NewDeposit }, Deposit | undefined>({
    runBatch: async (asked) => {
      const [first] = asked;
      if (first === undefined) return [];
      const { account, deposit } = first;
      // Lists would cost the database a quarter more than the one row.
      if (asked.length === 1)
        return db.rows(insertOne, [account, ...depositValues(deposit, 'deposit.create')]);
      const made = await insertDeposits(
        db,
        account,
        asked.map(({ deposit }) => deposit),
      );
      const byId = new Map(made.map((deposit) => [deposit.id, deposit]));
      return asked.map(({ deposit }) => byId.get(deposit.id));
    },
    groupOf: ({ account }) => account,
    maxSize: 100,
  }),
);

/** Undefined when the account is inactive. */
export const insertDeposit = (
  db: Database,
  account: AccountId,
  deposit: NewDeposit,
): Promise<Deposit | undefined> => depositing(db)({ account, deposit });

const grow = statement<Deposit>(`
  update deposits set pages = pages + added
  from (select from accounts where id = $1 and status = 'active' for share) as active_account,
    unnest($2::uuid[], $3::bigint[]) as more (deposit_id, added)
  where account_id = $1 and id = deposit_id and processed_at is null
  returning ${depositColumns}`);

export interface Growth {
  readonly id: string;
  readonly pages: number;
}

/** Adds to deposits; without those that are gone or locked, and none when the account is inactive. */
export async function growDeposits(
  tx: TransactionContext,
  account: AccountId,
  growths: readonly Growth[],
): Promise<Deposit[]> {
  const grown = await tx.db.rows(grow, [
    account,
    growths.map(({ id }) => id),
    growths.map(({ pages }) => pages),
  ]);
  const added = new Map(growths.map(({ id, pages }) => [id, pages]));
  if (grown.length > 0)
    await recordAll(
      tx,
      grown.map(({ id }) => ({
        accountId: account,
        action: 'deposit.grow',
        subjectId: id,
        after: { pages_added: added.get(id) },
      })),
    );
  return grown;
}
