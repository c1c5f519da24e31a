import type { AccountId } from '../accounts/account.js';
import type { FindOwn } from '../accounts/find-own.js';
import { auditInsert, auditValues } from '../audit/audit-store.js';
import { factsOf } from '../audit/facts.js';
import type { Actor } from '../platform/actor.js';
import type { Database } from '../platform/db/database.js';
import { statement } from '../platform/db/statement.js';
import { findTogether } from '../platform/db/together.js';
import type { Decimal, Whole } from '../platform/decimals.js';
import { newId } from '../platform/ids.js';
import { isoDay, startOfMonth } from '../platform/months.js';
import { rangePageValues, type DayRange, type PageRequest } from '../platform/paging.js';

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
  /** Set: locked from then on. */
  readonly billedAt: Date | null;
  /** The month (YYYY-MM-DD, its first day) whose close created it. */
  readonly settledMonth: string | null;
}

const columns =
  'id, account_id, order_id, quote_id, project_id, certificate_id, date, pages, trees, billed_at, settled_month';
const offsetFacts = factsOf('projectId', 'certificateId', 'quoteId', 'orderId', 'date', 'pages', 'trees');

const select = statement<BiomassOffset>(
  `select ${columns} from biomass_offsets where account_id = $1 and id = any($2::uuid[])`,
);

export const findOffset: FindOwn<BiomassOffset> = findTogether(select);

const selectPage = statement<BiomassOffset>(`
  select ${columns} from biomass_offsets
  where account_id = $1 and date >= $2 and (date, id) < ($3, $4)
  order by date desc, id desc limit $5`);

export const listOffsets = (
  db: Database,
  account: AccountId,
  range: DayRange,
  page: PageRequest,
): Promise<BiomassOffset[]> => db.rows(selectPage, [account, ...rangePageValues(range, page)]);

// All that an offset brings about, in one round trip: the certificate, the month's volume, and the trees that wait to be
// counted to the project. The only row that two offsets share is their own account's month.
const insert = statement<BiomassOffset>(`
  with certificate as (
    insert into biomass_certificates (account_id, id, project_id, date, pages, trees)
    values ($1, $4, $3, $8, $9, $10)
  ), planting as (
    insert into project_plantings (account_id, id, project_id, trees) values ($1, $2, $3, $10)
  ), volume as (
    insert into account_volume (account_id, month, pages, trees) values ($1, $13, $9, $10)
    on conflict (account_id, month) do update
    set pages = account_volume.pages + excluded.pages, trees = account_volume.trees + excluded.trees
  ), audited as (${auditInsert(14)})
  insert into biomass_offsets (account_id, id, project_id, certificate_id, quote_id, order_id, methodology_id, date,
    pages, trees, price, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  returning ${columns}`);

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
  readonly actor: Actor;
}

/** The offset, its certificate and the account's counters: all or nothing. */
export async function insertOffset(
  db: Database,
  account: AccountId,
  offset: NewOffset,
): Promise<BiomassOffset> {
  const [row] = await db.rows(insert, [
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
    ...auditValues(offset.actor, offset.createdAt, {
      action: 'biomass_offset.create',
      subjectId: offset.id,
      after: { ...offsetFacts(offset), price: offset.price },
    }),
  ]);
  return row as BiomassOffset;
}

/** An offset and what decides about its deletion. */
export interface HeldOffset extends BiomassOffset {
  readonly price: Decimal;
  readonly methodologyId: string;
}

const lock = statement<HeldOffset>(`
  select ${columns}, price, methodology_id from biomass_offsets
  where account_id = $1 and id = $2 for update`);

/** The offset, held until the transaction ends. */
export const lockOffset = (db: Database, account: AccountId, id: string): Promise<HeldOffset | undefined> =>
  db.first(lock, [account, id]);

const remove = statement(`
  with planting as (
    insert into project_plantings (account_id, id, project_id, trees) values ($1, $3, $4, - $6::numeric)
  ), volume as (
    update account_volume set pages = pages - $5, trees = trees - $6 where account_id = $1 and month = $7
  ), audited as (${auditInsert(8)})
  delete from biomass_offsets where account_id = $1 and id = $2`);

/** Takes the offset out of the counters and of its project's total. */
export async function deleteOffset(
  db: Database,
  account: AccountId,
  offset: HeldOffset,
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
    ...auditValues(by.actor, by.now, change),
  ]);
}
