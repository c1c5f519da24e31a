import type { AccountId } from '../accounts/account.js';
import type { FindInAccount } from '../accounts/find-in-account.js';
import { addUnbilled, addUnbilledStep } from '../accounts/unbilled-store.js';
import { auditInsert, auditValues } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Actor } from '../../platform/actor.js';
import type { Database, Transaction } from '../../database/database.js';
import { columnNames, type ColumnTypes } from '../../database/column-parameters.js';
import { combinedList } from '../../database/combined-list.js';
import { sortedList } from '../../database/sorted-list.js';
import type { SortedListOptions } from '../../database/sorted-list-sql.js';
import { statement } from '../../database/statement.js';
import { batchedFindById, selectByIds } from '../../database/batched-lookups.js';
import type { NumberedRow } from '../../database/batcher.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import { newId } from '../../platform/ids.js';
import { isoDay, startOfMonth } from '../../platform/time/months.js';
import {
  listStart,
  pageValues,
  rangePageValues,
  selectNewestInRange,
  type DayRange,
  type PageRequest,
} from '../../database/paging.js';

export interface BiomassOffset {
  readonly id: string;
  readonly accountId: AccountId;
  readonly orderId: string | null;
  readonly quoteId: string | null;
  readonly projectId: string;
  readonly certificateId: string;
  readonly date: Date;
  readonly pages: Whole;
  readonly trees: Decimal;
  /** If set, the offset can no longer be deleted. */
  readonly billedAt: Date | null;
  /** First day (YYYY-MM-DD) of the month whose close created the offset. */
  readonly settledMonth: string | null;
}

/** The columns that are written and returned; the others are named by the statements. */
export const sharedColumns = {
  projectId: 'uuid',
  certificateId: 'uuid',
  date: 'timestamptz',
  pages: 'bigint',
  trees: 'numeric',
} as const satisfies ColumnTypes<
  keyof Omit<BiomassOffset, 'id' | 'accountId' | 'orderId' | 'quoteId' | 'billedAt' | 'settledMonth'>
>;

export const offsetColumns = `id, account_id, order_id, quote_id, ${columnNames(sharedColumns)}, billed_at, settled_month`;
export const offsetFacts = auditedFields(
  'projectId',
  'certificateId',
  'quoteId',
  'orderId',
  'date',
  'pages',
  'trees',
);

const select = statement<BiomassOffset & NumberedRow>(selectByIds(offsetColumns, 'biomass_offsets'));

export const findOffset: FindInAccount<BiomassOffset> = batchedFindById('offsets by id', select);

const selectPage = statement<BiomassOffset>(selectNewestInRange(offsetColumns, 'biomass_offsets'));

export const listOffsets = (
  db: Database,
  account: AccountId,
  range: DayRange,
  page: PageRequest,
): Promise<BiomassOffset[]> => db.rows(selectPage, [account, ...rangePageValues(range, page)]);

const sorted: SortedListOptions = {
  table: 'biomass_offsets',
  columns: offsetColumns,
  scope: 'account_id',
  date: 'date',
  amounts: { trees: 'trees', pages: 'pages::numeric' },
  filters: { project_id: 'uuid' },
};

/** In any order, filtered by project. */
export const listSortedOffsets = sortedList<BiomassOffset>(sorted);

/** The same of several accounts. */
export const listCombinedOffsets = combinedList<BiomassOffset>(sorted);

/** Where an offset comes from: an order, a quote, a month-end close, or none of them. */
export type OffsetOrigin = Pick<BiomassOffset, 'accountId' | 'orderId' | 'quoteId' | 'settledMonth'>;

/** Offsets with the same time that are searched for one certificate: no index has certificates, as few lists ask for them. */
const maxOfOneTime = 1000;

const selectOrigins = statement<OffsetOrigin & Pick<BiomassOffset, 'certificateId'>>(`
  select one.* from unnest($2::timestamptz[]) as listed (listed_date) cross join lateral (
    select account_id, order_id, quote_id, settled_month, certificate_id from biomass_offsets
    where account_id = $1 and date = listed_date order by date desc, id desc limit ${maxOfOneTime}
  ) one where one.certificate_id = any($3::uuid[])`);

/** The origins of the offsets of certificates, by certificate. An offset has the same time as its certificate. */
export async function originsOfCertificates(
  db: Database,
  account: AccountId,
  certificates: readonly { readonly id: string; readonly date: Date }[],
): Promise<[certificate: string, origin: OffsetOrigin][]> {
  const times = new Map(certificates.map(({ date }) => [date.getTime(), date]));
  const ids = certificates.map(({ id }) => id);
  const rows = await db.rows(selectOrigins, [account, [...times.values()], ids]);
  return rows.map(({ certificateId, ...origin }) => [certificateId, origin]);
}

const selectPageOfOrder = statement<BiomassOffset>(`
  select ${offsetColumns} from biomass_offsets
  where account_id = $1 and order_id = $2 and (date, id) < ($3, $4)
  order by date desc, id desc limit $5`);

export const listOffsetsOfOrder = (
  db: Database,
  account: AccountId,
  orderId: string,
  page: PageRequest,
): Promise<BiomassOffset[]> =>
  db.rows(selectPageOfOrder, [account, orderId, ...pageValues(page, listStart.newestFirst)]);

/** An offset with the values that its deletion needs. */
export interface LockedOffset extends BiomassOffset {
  readonly price: Decimal;
  readonly methodologyId: string;
}

const lock = statement<LockedOffset>(`
  select ${offsetColumns}, price, methodology_id from biomass_offsets
  where account_id = $1 and id = $2 for update`);

/** Locks the offset until the transaction ends. */
export const lockOffset = (
  db: Transaction,
  account: AccountId,
  id: string,
): Promise<LockedOffset | undefined> => db.first(lock, [account, id]);

const removeRow = 'delete from biomass_offsets where account_id = $1 and id = $2';
const removeTrees = `
    insert into project_plantings (account_id, id, project_id, trees) values ($1, $3, $4, - $6::numeric)`;

const remove = statement(
  `
  with unbilled as (${addUnbilled('- $8::numeric')}
  ), uncounted as (${removeTrees}
  ), volume as (
    update account_volume set pages = pages - $5, trees = account_volume.trees - $6, rolled = false from unbilled
    where account_volume.account_id = $1 and month = $7
  ), audited as (${auditInsert(9)})
  ${removeRow}`,
  {
    distributed: [
      addUnbilledStep('- $8::numeric'),
      removeTrees,
      `update account_volume set pages = pages - $5, trees = trees - $6, rolled = false where account_id = $1 and month = $7`,
      auditInsert(9),
      removeRow,
    ],
  },
);

/** Also subtracts the offset from the account's counters and from the project's total. */
export async function deleteOffset(
  db: Transaction,
  account: AccountId,
  offset: LockedOffset,
  by: { actor: Actor; now: Date },
): Promise<void> {
  const { id, projectId, pages, trees, date } = offset;
  const change = {
    action: 'biomass_offset.delete',
    subjectId: id,
    before: { ...offsetFacts(offset), price: offset.price, settled_month: offset.settledMonth },
  };
  await db.rows(remove, [
    account,
    id,
    newId(),
    projectId,
    pages,
    trees,
    isoDay(startOfMonth(date)),
    // What was billed is no longer part of what is unbilled.
    offset.billedAt ? '0' : offset.price,
    ...auditValues(by.actor, by.now, change),
  ]);
}
