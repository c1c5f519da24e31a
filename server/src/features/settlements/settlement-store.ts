import type { AccountId } from '../accounts/account.js';
import { recordChanges, type Recorder } from '../audit/audit-store.js';
import { columnParameters } from '../../database/column-parameters.js';
import type { Database, Transaction } from '../../database/database.js';
import { depositMass } from '../paper/sheets.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import { isoDay, isoMonth } from '../../platform/time/months.js';

const severalAccounts = 'a close settles several accounts in one transaction';

// Skips accounts whose deposits round to zero pages, so that these are not processed every month; the final sum is
// taken again when they are settled. One statement for all accounts, because selecting some of them would scan all
// deposits, too. Ordered by account, so that two concurrent runs cannot deadlock. Does not look for existing settlements first:
// PostgreSQL may plan that by reading all of them for each deposit, including those that another process is inserting.
const open = crossAccountStatement<{ opened: number }>(
  'a close finds the accounts that have deposits',
  `with opened as (
  insert into settlements (account_id, month, opened_at)
  select account_id, $1, $2 from deposits
  where processed_at is null and date < $3
  group by account_id having sum(${depositMass}) >= $4
  order by account_id
  on conflict do nothing returning account_id)
  select count(*) as opened from opened`,
);

/**
 * Opens a settlement for each account that has at least this much to settle and has none for the month; returns how
 * many.
 */
export const openSettlements = async (
  db: Transaction,
  at: { month: Date; end: Date; now: Date },
  atLeastGrams: Decimal,
): Promise<number> => (await db.first(open, [isoDay(at.month), at.now, at.end, atLeastGrams]))?.opened ?? 0;

const countOpenOf = crossAccountStatement<{ open: number }>(
  'a close counts what is left to do',
  'select count(*) as open from settlements where month = $1 and settled_at is null and failure is null',
);

/** Excludes those set aside, because a month is closed without them. */
export const countOpen = async (db: Database, month: Date): Promise<number> =>
  (await db.first(countOpenOf, [isoDay(month)]))?.open ?? 0;

const selectOpenMonths = crossAccountStatement<{ month: string }>(
  'earlier months are closed first',
  'select distinct month from settlements where month < $1 and settled_at is null order by month',
);

/** Months whose close is in progress or has accounts set aside. */
export const openMonthsBefore = async (db: Database, month: Date): Promise<Date[]> =>
  (await db.rows(selectOpenMonths, [isoDay(month)])).map(({ month: day }) => new Date(day));

const selectStuck = crossAccountStatement<{ month: string }>(
  'the operator is notified of a close that does not finish',
  `select distinct month from settlements where settled_at is null and failure is null and opened_at < $1
   order by month`,
);

/** Months with settlements opened before then that are still open and not set aside. */
export const stuckMonths = async (db: Database, before: Date): Promise<Date[]> =>
  (await db.rows(selectStuck, [before])).map(({ month }) => new Date(month));

type Row = { readonly accountId: AccountId };
const accountsOf = (rows: readonly Row[]): AccountId[] => rows.map(({ accountId }) => accountId);

/** Which settlements to claim. A claim locks them until the transaction ends, except those that another process has claimed. */
export interface SettlementClaims {
  /** The next ones by account. On a distributed store, use the two below instead. */
  readonly next: (db: Transaction, month: Date, after: string, limit: number) => Promise<AccountId[]>;
  /** The next ones by account, without claiming them. */
  readonly list: (db: Database, month: Date, after: string, limit: number) => Promise<AccountId[]>;
  /** Claims those of these accounts. */
  readonly byAccounts: (db: Transaction, month: Date, accounts: readonly AccountId[]) => Promise<AccountId[]>;
}

function claimsWhere(condition: string): SettlementClaims {
  const isOpen = `month = $1 and settled_at is null and ${condition}`;
  const listed = `select account_id from settlements where ${isOpen} and account_id > $2 order by account_id limit $3`;
  const list = crossAccountStatement<Row>(severalAccounts, listed);
  const next = crossAccountStatement<Row>(severalAccounts, `${listed} for update skip locked`, {
    distributed: [],
  });
  const these = crossAccountStatement<Row>(
    severalAccounts,
    `select account_id from settlements where ${isOpen} and account_id = any($2::uuid[])
     order by account_id for update skip locked`,
  );
  return {
    next: async (db, month, after, limit) => accountsOf(await db.rows(next, [isoDay(month), after, limit])),
    list: async (db, month, after, limit) => accountsOf(await db.rows(list, [isoDay(month), after, limit])),
    byAccounts: async (db, month, accounts) => accountsOf(await db.rows(these, [isoDay(month), accounts])),
  };
}

export const openSettlementClaims = claimsWhere('failure is null');
export const setAsideClaims = claimsWhere('failure is not null');

const forget = crossAccountStatement(
  severalAccounts,
  'delete from settlements where account_id = any($1::uuid[]) and month = $2 and settled_at is null',
);

/** Deletes the open settlements of accounts whose deposits round to zero pages. */
export async function deleteEmptySettlements(
  db: Transaction,
  accounts: readonly AccountId[],
  month: Date,
): Promise<void> {
  await db.rows(forget, [accounts, isoDay(month)]);
}

/** The settled deposits of an account. */
export interface Settlement {
  readonly accountId: AccountId;
  readonly deposits: number;
  readonly mass: Decimal;
  readonly pages: Whole;
  readonly trees: Decimal;
  /** Sum of all its offsets. */
  readonly price: Decimal;
  readonly offsetIds: readonly string[];
}

const settled = columnParameters(4, {
  accountId: 'uuid',
  deposits: 'bigint',
  mass: 'numeric',
  pages: 'bigint',
  trees: 'numeric',
});

const settle = crossAccountStatement(
  severalAccounts,
  `with batch as (
    select * from unnest(${settled.lists}) as one (${settled.names})
  )
  update settlements set settled_at = $2, methodology_id = $3, deposits = batch.deposits, mass_g = batch.mass,
    pages = batch.pages, trees = batch.trees, failure = null
  from batch where settlements.account_id = batch.account_id and month = $1`,
  {
    distributed: `update settlements set settled_at = $2, methodology_id = $3, deposits = batch.deposits,
      mass_g = batch.mass, pages = batch.pages, trees = batch.trees, failure = null
     from unnest(${settled.lists}) as batch (${settled.names})
     where settlements.account_id = batch.account_id and month = $1
       and settlements.account_id = any(${settled.parameter.accountId}[])`,
  },
);

/** Also records each settlement in the audit trail. */
export async function writeSettlements(
  context: Recorder,
  settlements: readonly Settlement[],
  { month, now, methodologyId }: { month: Date; now: Date; methodologyId: string },
): Promise<void> {
  await context.db.rows(settle, [isoDay(month), now, methodologyId, ...settled.listsOf(settlements)]);
  await recordChanges(
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

/** Records that an offset of a settlement was deleted and its pages were returned to a deposit. */
export async function recordReturnedPages(
  db: Transaction,
  account: AccountId,
  month: string,
  { pages, trees }: { pages: Whole; trees: Decimal },
): Promise<void> {
  await db.rows(giveBack, [account, month, pages, trees]);
}
