import type { Transaction } from '../../database/database.js';
import { crossAccountStatement } from '../../database/statement.js';

const sumOf = (account: string): string => `(
  select coalesce(sum(price), 0) from biomass_offsets where account_id = ${account} and billed_at is null
) + (
  select coalesce(sum(price), 0) from carbon_offsets where account_id = ${account} and billed_at is null
)`;

/** The amount that a new row starts from: a version without this counter may have created offsets of the account. */
const uncounted = (account: string): string =>
  `case when exists (select from account_unbilled where account_id = ${account}) then 0 else ${sumOf(account)} end`;

/**
 * The part of a statement that adds an amount to the unbilled amount of the account `$1`. Amount and limit are SQL of type
 * numeric. It returns no row if the limit would be exceeded. The rest of the statement depends on that row, so concurrent
 * requests cannot exceed the limit together.
 * A statement that also changes the account's volume must do this first, to avoid deadlocks.
 */
export const addUnbilled = (amount: string, limit = 'null::numeric'): string => `
  insert into account_unbilled (account_id, amount)
  select $1::uuid, ${amount} + before from (select ${uncounted('$1::uuid')} as before) counted
  where ${limit} is null or ${amount} + before <= ${limit}
  on conflict (account_id) do update set amount = account_unbilled.amount + ${amount}
  where ${limit} is null or account_unbilled.amount + ${amount} <= ${limit}
  returning account_id`;

/**
 * The same as a step of its own, for a distributed store. It does not look for offsets that are not counted: an account of
 * such a store that has any has a row.
 */
export const addUnbilledStep = (amount: string, limit = 'null::numeric'): string => `
  insert into account_unbilled as owed (account_id, amount)
  select account_states.account_id, ${amount} from account_states
  where account_states.account_id = $1 and (${limit} is null or ${amount} <= ${limit})
  on conflict (account_id) do update set amount = owed.amount + ${amount}
  where ${limit} is null or owed.amount + ${amount} <= ${limit}
  returning owed.account_id`;

const open = crossAccountStatement(
  'a close settles several accounts in one transaction',
  `insert into account_unbilled (account_id, amount)
   select account, ${uncounted('account')} from unnest($1::uuid[]) as account order by account
   on conflict do nothing`,
  { distributed: [] },
);

/** Creates missing rows, for a statement that only updates them. */
export async function insertMissingUnbilledRows(db: Transaction, accounts: readonly string[]): Promise<void> {
  await db.rows(open, [accounts]);
}

const hold = crossAccountStatement(
  'billing invoices a batch of accounts in one transaction',
  `insert into account_unbilled (account_id, amount)
   select account, 0 from unnest($1::uuid[]) as account order by account
   on conflict (account_id) do update set amount = account_unbilled.amount`,
  {
    distributed: `insert into account_unbilled as owed (account_id, amount)
     select account_id, 0 from account_states where account_id = any($1::uuid[])
     on conflict (account_id) do update set amount = owed.amount`,
  },
);

const recount = crossAccountStatement(
  'billing invoices a batch of accounts in one transaction',
  `update account_unbilled set amount = ${sumOf('account_unbilled.account_id')} where account_id = any($1::uuid[])`,
  {
    // Every table is limited to the accounts: otherwise Citus runs the statement on all shards.
    distributed: `update account_unbilled set amount = owed.amount
     from (
       select account_states.account_id, coalesce(sum(price), 0) as amount from account_states
       left join (
         select account_id, price from biomass_offsets where account_id = any($1::uuid[]) and billed_at is null
         union all
         select account_id, price from carbon_offsets where account_id = any($1::uuid[]) and billed_at is null
       ) unbilled on unbilled.account_id = account_states.account_id
       where account_states.account_id = any($1::uuid[]) group by account_states.account_id
     ) owed
     where account_unbilled.account_id = owed.account_id and account_unbilled.account_id = any($1::uuid[])`,
  },
);

/**
 * Recalculates what remains unbilled after invoicing. Once a month this is cheap, and it corrects the amount if a version
 * without this counter has created offsets. Locks the rows first, so that no other transaction adds to them meanwhile.
 */
export async function recountUnbilled(db: Transaction, accounts: readonly string[]): Promise<void> {
  await db.rows(hold, [accounts]);
  await db.rows(recount, [accounts]);
}
