import type { AccountId } from '../accounts/account.js';
import { recordAll, type Recorder } from '../audit/audit-store.js';
import type { Database, Transaction } from '../../database/database.js';
import { depositMass } from '../paper/sheets.js';
import { acrossAccounts, statement } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import { isoDay, isoMonth } from '../../platform/time/months.js';

const severalAccounts = 'a close settles several accounts in one transaction';

// Accounts that come to no page are left out already here, so that their deposits are not touched month after month; the
// sum that counts is taken again when they are settled. All at once: any part of the accounts would cost a pass over all
// the deposits, too. In the order of the accounts, so that two who open cannot wait for each other in a circle.
const open = acrossAccounts<{ opened: number }>(
  'a close finds the accounts that have deposits',
  `with opened as (
  insert into settlements (account_id, month, opened_at)
  select account_id, $1, $2 from deposits
  where processed_at is null and date < $3 and not exists (
    select from settlements where settlements.account_id = deposits.account_id and month = $1)
  group by account_id having sum(${depositMass}) >= $4
  order by account_id
  on conflict do nothing returning account_id)
  select count(*) as opened from opened`,
);

/** Opens a settlement for each account that has at least so much to settle, and none of that month; says how many. */
export const openSettlements = async (
  db: Transaction,
  at: { month: Date; end: Date; now: Date },
  atLeastGrams: Decimal,
): Promise<number> => (await db.first(open, [isoDay(at.month), at.now, at.end, atLeastGrams]))?.opened ?? 0;

const countOpenOf = acrossAccounts<{ open: number }>(
  'a close counts what is left to do',
  'select count(*) as open from settlements where month = $1 and settled_at is null and failure is null',
);

/** Without those that were set aside: a month is closed without them. */
export const countOpen = async (db: Database, month: Date): Promise<number> =>
  (await db.first(countOpenOf, [isoDay(month)]))?.open ?? 0;

const selectOpenMonths = acrossAccounts<{ month: string }>(
  'a close of an earlier month comes first',
  'select distinct month from settlements where month < $1 and settled_at is null order by month',
);

/** Months whose close is under way, or left accounts that were set aside. */
export const openMonthsBefore = async (db: Database, month: Date): Promise<Date[]> =>
  (await db.rows(selectOpenMonths, [isoDay(month)])).map(({ month: day }) => new Date(day));

const selectStuck = acrossAccounts<{ month: string }>(
  'the operator is told of a close that nobody finishes',
  `select distinct month from settlements where settled_at is null and failure is null and opened_at < $1
   order by month`,
);

/** Months with settlements that were opened before then, are open still, and were not set aside. */
export const stuckMonths = async (db: Database, before: Date): Promise<Date[]> =>
  (await db.rows(selectStuck, [before])).map(({ month }) => new Date(month));

const claim = acrossAccounts<{ accountId: AccountId }>(
  severalAccounts,
  `select account_id from settlements where month = $1 and settled_at is null and failure is null and account_id > $2
   order by account_id limit $3 for update skip locked`,
);

const claimFailed = acrossAccounts<{ accountId: AccountId }>(
  severalAccounts,
  `select account_id from settlements where month = $1 and settled_at is null and failure is not null
     and account_id > $2
   order by account_id limit $3 for update skip locked`,
);

/** Finds work, and holds it until the transaction ends. */
export type Claim = (db: Transaction, month: Date, after: string, limit: number) => Promise<AccountId[]>;

/** Open settlements that nobody else is at. */
export const claimOpen: Claim = async (db, month, after, limit) =>
  (await db.rows(claim, [isoDay(month), after, limit])).map(({ accountId }) => accountId);

/** The same of those that were set aside. */
export const claimSetAside: Claim = async (db, month, after, limit) =>
  (await db.rows(claimFailed, [isoDay(month), after, limit])).map(({ accountId }) => accountId);

const forget = acrossAccounts(
  severalAccounts,
  'delete from settlements where account_id = any($1::uuid[]) and month = $2 and settled_at is null',
);

/** Undoes the opening for accounts that came to less than a page. */
export async function forgetSettlements(
  db: Transaction,
  accounts: readonly AccountId[],
  month: Date,
): Promise<void> {
  await db.rows(forget, [accounts, isoDay(month)]);
}

/** What became of an account's deposits. */
export interface Settlement {
  readonly accountId: AccountId;
  readonly deposits: number;
  readonly mass: Decimal;
  readonly pages: Whole;
  readonly trees: Decimal;
  /** Of all its offsets. */
  readonly price: Decimal;
  readonly offsetIds: readonly string[];
}

const settle = acrossAccounts(
  severalAccounts,
  `with batch as (
    select * from unnest($1::uuid[], $2::bigint[], $3::numeric[], $4::bigint[], $5::numeric[])
      as one (account_id, deposits, mass_g, pages, trees)
  )
  update settlements set settled_at = $7, methodology_id = $8, deposits = batch.deposits, mass_g = batch.mass_g,
    pages = batch.pages, trees = batch.trees, failure = null
  from batch where settlements.account_id = batch.account_id and month = $6`,
);

/** Settles them, and writes each down in the audit trail. */
export async function writeSettlements(
  context: Recorder,
  settlements: readonly Settlement[],
  { month, now, methodologyId }: { month: Date; now: Date; methodologyId: string },
): Promise<void> {
  await context.db.rows(settle, [
    settlements.map(({ accountId }) => accountId),
    settlements.map(({ deposits }) => deposits),
    settlements.map(({ mass }) => mass),
    settlements.map(({ pages }) => pages),
    settlements.map(({ trees }) => trees),
    isoDay(month),
    now,
    methodologyId,
  ]);
  await recordAll(
    context,
    settlements.map(({ accountId, deposits, pages, trees, price, offsetIds }) => ({
      accountId,
      action: 'settlement.create',
      subjectId: null,
      after: {
        month: isoMonth(month),
        methodology_id: methodologyId,
        deposits,
        pages,
        trees,
        price,
        biomass_offset_ids: offsetIds,
      },
    })),
  );
}

const giveBack = statement(`
  update settlements set returned_pages = returned_pages + $3, returned_trees = returned_trees + $4
  where account_id = $1 and month = $2`);

/** Notes that an offset of a settlement was deleted and its pages went back into a deposit. */
export async function returnFromSettlement(
  db: Transaction,
  account: AccountId,
  month: string,
  { pages, trees }: { pages: Whole; trees: Decimal },
): Promise<void> {
  await db.rows(giveBack, [account, month, pages, trees]);
}
