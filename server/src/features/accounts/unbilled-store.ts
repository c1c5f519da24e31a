import type { Transaction } from '../../database/database.js';
import { acrossAccounts } from '../../database/statement.js';

const sumOf = (account: string): string => `(
  select coalesce(sum(price), 0) from biomass_offsets where account_id = ${account} and billed_at is null
) + (
  select coalesce(sum(price), 0) from carbon_offsets where account_id = ${account} and billed_at is null
)`;

/** What an account without a row has unbilled: its offsets were created by a version that did not count. */
const uncounted = (account: string): string =>
  `case when exists (select from account_unbilled where account_id = ${account}) then 0 else ${sumOf(account)} end`;

/**
 * The part of a statement that adds an amount to what the account `$1` has unbilled. It has no row where that would come
 * to more than the limit, so that the rest can depend on it: two requests at once cannot pass it together. All that also
 * changes the account's volume does this first, so that no two wait for each other in a circle.
 */
export const addUnbilled = (amount: string, limit = 'null'): string => `
  insert into account_unbilled (account_id, amount)
  select $1::uuid, ${amount}::numeric + before from (select ${uncounted('$1::uuid')} as before) counted
  where ${limit}::numeric is null or ${amount}::numeric + before <= ${limit}::numeric
  on conflict (account_id) do update set amount = account_unbilled.amount + ${amount}::numeric
  where ${limit}::numeric is null or account_unbilled.amount + ${amount}::numeric <= ${limit}::numeric
  returning account_id`;

const open = acrossAccounts(
  'a close settles several accounts in one transaction',
  `insert into account_unbilled (account_id, amount)
   select account, ${uncounted('account')} from unnest($1::uuid[]) as account order by account
   on conflict do nothing`,
);

/** Sees to it that all these accounts have a row, for a statement that adds to them. */
export async function openUnbilled(db: Transaction, accounts: readonly string[]): Promise<void> {
  await db.rows(open, [accounts]);
}

const hold = acrossAccounts(
  'billing writes the invoices of a batch of accounts at once',
  `insert into account_unbilled (account_id, amount)
   select account, 0 from unnest($1::uuid[]) as account order by account
   on conflict (account_id) do update set amount = account_unbilled.amount`,
);

const recount = acrossAccounts(
  'billing writes the invoices of a batch of accounts at once',
  `update account_unbilled set amount = ${sumOf('account_unbilled.account_id')} where account_id = any($1::uuid[])`,
);

/**
 * Adds up anew what is left after an invoice: once a month this is cheap, and puts right what a version that does not count
 * has created in between. Held first, so that the sum is taken when nobody else is adding to it.
 */
export async function recountUnbilled(db: Transaction, accounts: readonly string[]): Promise<void> {
  await db.rows(hold, [accounts]);
  await db.rows(recount, [accounts]);
}
