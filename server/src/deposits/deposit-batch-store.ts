import type { AccountId } from '../accounts/account.js';
import { recordAll } from '../audit/audit-store.js';
import type { Context } from '../platform/context.js';
import { statement } from '../platform/db/statement.js';
import { depositColumns, depositFacts, type Deposit, type NewDeposit } from './deposit-store.js';

// What deposit-store.ts does for one, for several of an account in one round trip: a feed may make up for years at once.
const insert = statement<Deposit>(`
  insert into deposits (account_id, id, feed_id, date, pages, width, length, gsm, created_at)
  select $1, one.* from accounts, unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::bigint[], $6::numeric[],
    $7::numeric[], $8::integer[], $9::timestamptz[]) as one
  where accounts.id = $1 and status = 'active' for share of accounts
  returning ${depositColumns}`);

/** None when the account is inactive. Call it in a transaction. */
export async function insertDeposits(
  tx: Context,
  account: AccountId,
  deposits: readonly Omit<NewDeposit, 'actor'>[],
): Promise<Deposit[]> {
  const inserted = await tx.db.rows(insert, [
    account,
    deposits.map(({ id }) => id),
    deposits.map(({ feedId }) => feedId),
    deposits.map(({ date }) => date),
    deposits.map(({ pages }) => pages),
    deposits.map(({ width }) => width),
    deposits.map(({ length }) => length),
    deposits.map(({ gsm }) => gsm),
    deposits.map(({ createdAt }) => createdAt),
  ]);
  if (inserted.length > 0)
    await recordAll(
      tx,
      deposits.map((deposit) => ({
        accountId: account,
        action: 'deposit.create',
        subjectId: deposit.id,
        after: depositFacts(deposit),
      })),
    );
  return inserted;
}

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

/** Adds to deposits; without those that are gone or locked, and none when the account is inactive. Call it in a transaction. */
export async function growDeposits(
  tx: Context,
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
