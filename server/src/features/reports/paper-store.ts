import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import { sheetMass } from '../paper/sheets.js';
import type { ReportYear } from './report-year.js';

const reason = 'a report adds up the paper of an account, or of the accounts below it';

/** Where paper was reported. */
export const paperSources = ['feed', 'deposit', 'order', 'quote', 'direct'] as const;
export type PaperSource = (typeof paperSources)[number];

/** Paper of one month and source that one methodology converts. */
export interface PaperRow {
  /** From 1, the first month of the year before. */
  readonly month: number;
  readonly source: PaperSource;
  /** Of a feed that has not been deleted. */
  readonly feedType: string | null;
  /** Null: the current one, because nothing has been settled with another. */
  readonly methodologyId: string | null;
  readonly records: Whole;
  readonly sheets: Decimal;
  /** In grams, exact. */
  readonly mass: Decimal;
}

type Range = Pick<ReportYear, 'months' | 'end'>;

// Most deposits have one of few sizes: sheets of each size are added up first, as integers, and only then multiplied.
const depositsWhere = (where: string, { key, account }: { key: string; account: string }): string =>
  `select sizes.month, case when feed_id is null then 'deposit' else 'feed' end as source, type as feed_type, methodology_id,
     sum(records)::bigint as records, sum(sheets) as sheets, sum(${sheetMass}) as mass
   from (
     select ${key}width_bucket(date, $2::timestamptz[]) as month, feed_id, settled_month, width, length, gsm,
       count(*) as records, sum(pages) as sheets
     from deposits where ${where} and date >= ($2::timestamptz[])[1] and date < $3
     group by ${key}month, feed_id, settled_month, width, length, gsm
   ) sizes
   left join feeds on feeds.account_id = ${account} and feeds.id = feed_id
   left join settlements on settlements.account_id = ${account} and settlements.month = settled_month
   group by 1, 2, 3, 4`;

// Of one account, which may have millions: what is the same in each row is not compared.
const selectDeposits = statement<PaperRow>(depositsWhere('account_id = $1', { key: '', account: '$1' }));

const selectDepositsOfMany = crossAccountStatement<PaperRow>(
  reason,
  depositsWhere('account_id = any($1::uuid[])', { key: 'account_id, ', account: 'sizes.account_id' }),
);

/** Settled or not, by their dates. Corrections are negative. */
export const sumDeposits = (
  db: Database,
  accounts: readonly AccountId[],
  { months, end }: Range,
): Promise<PaperRow[]> =>
  accounts.length === 1
    ? db.rows(selectDeposits, [accounts[0], months, end])
    : db.rows(selectDepositsOfMany, [accounts, months, end]);

const selectReturning = crossAccountStatement<{ accountId: AccountId }>(
  reason,
  'select distinct account_id from settlements where account_id = any($1::uuid[]) and returned_pages > 0',
);

// A deleted offset of a month-end withdraws its certificate at the time at which its pages are deposited again, and at which the
// audit trail has an entry about it. So the trail is asked by its key, and only for certificates that were withdrawn.
const selectReturned = crossAccountStatement<PaperRow>(
  reason,
  `select width_bucket(date, $2::timestamptz[]) as month, 'deposit' as source, null as feed_type, methodology_id,
     count(*) as records, sum(sheets) as sheets, sum(${sheetMass}) as mass
   from (
     select distinct deposits.account_id, deposits.id, deposits.date, settled_month, deposits.pages as sheets, width, length, gsm
     from biomass_certificates
     join audit_entries on audit_entries.account_id = biomass_certificates.account_id and at = withdrawn_at
       and action = 'deposit.return'
     join deposits on deposits.account_id = biomass_certificates.account_id and deposits.id = subject_id
     where biomass_certificates.account_id = any($1::uuid[]) and withdrawn_at >= ($2::timestamptz[])[1] and withdrawn_at < $3
   ) returned
   left join settlements on settlements.account_id = returned.account_id and settlements.month = settled_month
   group by 1, 4`,
);

/** Deposits that a deleted offset of a month-end has returned: the paper was deposited once before. */
export async function sumReturnedDeposits(
  db: Database,
  accounts: readonly AccountId[],
  { months, end }: Range,
): Promise<PaperRow[]> {
  const returning = await db.rows(selectReturning, [accounts]);
  if (returning.length === 0) return [];
  return db.rows(selectReturned, [returning.map(({ accountId }) => accountId), months, end]);
}

/** Sheets of the lines of a quote or order; a line that was entered by its weight has none. */
const sheetsOfItems = `cross join lateral (
     select coalesce(sum((item ->> 'quantity')::numeric), 0) as sheets from jsonb_array_elements(items) as item
   ) lines`;

// An order has the time of its offsets, which an index finds. It counts as long as one of them stands.
const selectOrders = crossAccountStatement<PaperRow>(
  reason,
  `select width_bucket(placed_at, $2::timestamptz[]) as month, 'order' as source, null as feed_type, methodology_id,
     count(*) as records, sum(sheets) as sheets, sum(paper_mass_g) as mass
   from (
     select account_id, order_id from biomass_offsets
     where account_id = any($1::uuid[]) and date >= ($2::timestamptz[])[1] and date < $3 and order_id is not null
     union
     select account_id, order_id from carbon_offsets
     where account_id = any($1::uuid[]) and date >= ($2::timestamptz[])[1] and date < $3 and order_id is not null
   ) placed
   join orders on orders.account_id = placed.account_id and orders.id = order_id
   ${sheetsOfItems} group by 1, 4`,
);

const selectQuotes = crossAccountStatement<PaperRow>(
  reason,
  `select width_bucket(date, $2::timestamptz[]) as month, 'quote' as source, null as feed_type, quotes.methodology_id,
     count(*) as records, sum(sheets) as sheets, sum(mass) as mass
   from biomass_offsets
   join quotes on quotes.account_id = biomass_offsets.account_id and quotes.id = quote_id
   ${sheetsOfItems}
   where biomass_offsets.account_id = any($1::uuid[]) and date >= ($2::timestamptz[])[1] and date < $3
   group by 1, 4`,
);

const selectDirect = crossAccountStatement<Omit<PaperRow, 'mass'> & { readonly methodologyId: string }>(
  reason,
  `select width_bucket(date, $2::timestamptz[]) as month, 'direct' as source, null as feed_type, methodology_id,
     count(*) as records, sum(pages) as sheets
   from biomass_offsets
   where account_id = any($1::uuid[]) and date >= ($2::timestamptz[])[1] and date < $3
     and order_id is null and quote_id is null and settled_month is null
   group by 1, 4`,
);

/** Orders that were placed and quotes that were executed, with the paper of their lines. */
export const sumOrderedPaper = async (
  db: Database,
  accounts: readonly AccountId[],
  { months, end }: Range,
): Promise<PaperRow[]> => [
  ...(await db.rows(selectOrders, [accounts, months, end])),
  ...(await db.rows(selectQuotes, [accounts, months, end])),
];

/** Offsets that come from nothing else, in standard pages. */
export const sumDirectOffsets = (
  db: Database,
  accounts: readonly AccountId[],
  { months, end }: Range,
): Promise<(Omit<PaperRow, 'mass'> & { readonly methodologyId: string })[]> =>
  db.rows(selectDirect, [accounts, months, end]);
