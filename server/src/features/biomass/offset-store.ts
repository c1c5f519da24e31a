import type { AccountId } from '../accounts/account.js';
import type { FindInAccount } from '../accounts/find-in-account.js';
import { addUnbilled } from '../accounts/unbilled-store.js';
import { auditInsert, auditValues } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Actor } from '../../platform/actor.js';
import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import { batchedFindById } from '../../database/batched-lookups.js';
import type { Numbered } from '../../database/batcher.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import { newId } from '../../platform/ids.js';
import { isoDay, startOfMonth } from '../../platform/time/months.js';
import {
  listStart,
  pageValues,
  rangePageValues,
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

export const offsetColumns =
  'id, account_id, order_id, quote_id, project_id, certificate_id, date, pages, trees, billed_at, settled_month';
const offsetFacts = auditedFields(
  'projectId',
  'certificateId',
  'quoteId',
  'orderId',
  'date',
  'pages',
  'trees',
);

const select = statement<BiomassOffset & Numbered>(`
  select number::integer, ${offsetColumns} from unnest($2::uuid[]) with ordinality as asked (asked_id, number)
    join biomass_offsets on account_id = $1 and id = asked_id`);

export const findOffset: FindInAccount<BiomassOffset> = batchedFindById('offsets by id', select);

const selectPage = statement<BiomassOffset>(`
  select ${offsetColumns} from biomass_offsets
  where account_id = $1 and date >= $2 and (date, id) < ($3, $4)
  order by date desc, id desc limit $5`);

export const listOffsets = (
  db: Database,
  account: AccountId,
  range: DayRange,
  page: PageRequest,
): Promise<BiomassOffset[]> => db.rows(selectPage, [account, ...rangePageValues(range, page)]);

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

const selectPlanted = statement<{ id: string }>(`
  select id from forestry_projects
  where exists (select from biomass_offsets where account_id = $1 and project_id = forestry_projects.id)`);

/** Projects in which the account has trees. */
export const listPlantedProjects = (db: Database, account: AccountId): Promise<{ id: string }[]> =>
  db.rows(selectPlanted, [account]);

// Writes everything that an offset involves in one round trip: the certificate, the volume of the month, and the trees to be
// added to the project's total later. Two offsets only share rows of their account: the month's volume and the unbilled amount.
const insert = statement<BiomassOffset>(`
  with unbilled as (${addUnbilled('$11', '$14')}
  ), certificate as (
    insert into biomass_certificates (account_id, id, project_id, date, pages, trees)
    select $1, $4::uuid, $3::uuid, $8::timestamptz, $9::bigint, $10::numeric from unbilled
  ), planting as (
    insert into project_plantings (account_id, id, project_id, trees) select $1, $2::uuid, $3, $10 from unbilled
  ), volume as (
    insert into account_volume (account_id, month, pages, trees) select $1, $13::date, $9, $10 from unbilled
    on conflict (account_id, month) do update
    set pages = account_volume.pages + excluded.pages, trees = account_volume.trees + excluded.trees
  ), audited as (${auditInsert(15, 'unbilled')})
  insert into biomass_offsets (account_id, id, project_id, certificate_id, quote_id, order_id, methodology_id, date,
    pages, trees, price, created_at)
  select $1, $2, $3, $4, $5::uuid, $6::uuid, $7::uuid, $8, $9, $10, $11, $12::timestamptz from unbilled
  returning ${offsetColumns}`);

export interface NewOffset {
  readonly id: string;
  readonly certificateId: string;
  readonly projectId: string;
  readonly quoteId: string | null;
  readonly orderId: string | null;
  readonly methodologyId: string;
  readonly date: Date;
  readonly pages: Whole;
  readonly trees: Decimal;
  readonly price: Decimal;
  readonly createdAt: Date;
  /** Null: no limit. */
  readonly maxUnbilled: Decimal | null;
  readonly actor: Actor;
}

/**
 * Writes the offset, its certificate and the account's counters: all or nothing. Writes nothing and returns undefined if the
 * account would exceed its limit for unbilled offsets.
 */
export function insertOffset(
  db: Database,
  account: AccountId,
  offset: NewOffset,
): Promise<BiomassOffset | undefined> {
  return db.first(insert, [
    account,
    offset.id,
    offset.projectId,
    offset.certificateId,
    offset.quoteId,
    offset.orderId,
    offset.methodologyId,
    offset.date,
    offset.pages,
    offset.trees,
    offset.price,
    offset.createdAt,
    isoDay(startOfMonth(offset.date)),
    offset.maxUnbilled,
    ...auditValues(offset.actor, offset.createdAt, auditedOffset(offset)),
  ]);
}

/** The audit entry for a new offset. */
export const auditedOffset = (offset: NewOffset) => ({
  actor: offset.actor,
  at: offset.createdAt,
  action: 'biomass_offset.create',
  subjectId: offset.id,
  after: { ...offsetFacts(offset), price: offset.price },
});

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

const remove = statement(`
  with unbilled as (${addUnbilled('- $8')}
  ), planting as (
    insert into project_plantings (account_id, id, project_id, trees) values ($1, $3, $4, - $6::numeric)
  ), volume as (
    update account_volume set pages = pages - $5, trees = account_volume.trees - $6 from unbilled
    where account_volume.account_id = $1 and month = $7
  ), audited as (${auditInsert(9)})
  delete from biomass_offsets where account_id = $1 and id = $2`);

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
    offset.price,
    ...auditValues(by.actor, by.now, change),
  ]);
}
