import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { decimal, type Decimal } from '../../platform/decimals.js';
import type { AllocatedLot, OpenLot, LotPart, WaitingOffset } from './allocate-credits.js';

const reason = 'credits go to the offsets of all accounts, first come, first served';

const selectReady = crossAccountStatement<{ id: string }>(
  reason,
  `
  select id from carbon_projects
  where exists (select from carbon_offsets where project_id = carbon_projects.id and status = 'processing')
    and exists (select from carbon_lots where project_id = carbon_projects.id and used < tonnes)
  order by id`,
  {
    distributed: `
  select distinct project_id as id from carbon_offsets
  where status = 'processing' and project_id in (select project_id from carbon_lots where used < tonnes) order by id`,
  },
);

/** Projects that have both unused credits and offsets waiting for credits. */
export const listReadyProjects = async (db: Database): Promise<string[]> =>
  (await db.rows(selectReady)).map(({ id }) => id);

const lotColumns = 'carbon_lots.id, serial, first_credit, carbon_lots.tonnes, vintage_start, vintage_end';

const selectOpenLots = statement<AllocatedLot & { used: Decimal }>(`
  select ${lotColumns}, used from carbon_lots where project_id = $1 and used < tonnes
  order by vintage_start, vintage_end, created_at, id limit $2`);

/** Oldest vintage first. */
export const listOpenLots = async (db: Database, projectId: string, limit: number): Promise<OpenLot[]> =>
  (await db.rows(selectOpenLots, [projectId, limit])).map(({ used, ...lot }) => ({ lot, used }));

const selectWaiting = crossAccountStatement<Omit<WaitingOffset, 'held'>>(
  reason,
  `
  select account_id, carbon_offsets.id, mtco2e, display_name as beneficiary
  from carbon_offsets join accounts on accounts.id = account_id
  where project_id = $1 and carbon_offsets.status = 'processing' and carbon_offsets.id <> all($3::uuid[])
  order by date, carbon_offsets.id limit $2`,
);

const selectHeld = crossAccountStatement<
  AllocatedLot & { accountId: string; offsetId: string; startsAt: Decimal; allocated: Decimal }
>(
  reason,
  `
  select account_id, offset_id, starts_at, carbon_allocations.tonnes as allocated, ${lotColumns}
  from unnest($1::uuid[], $2::uuid[]) as wanted (account, "offset")
  join carbon_allocations on (account_id, offset_id) = (wanted.account, wanted."offset")
  join carbon_lots on carbon_lots.id = lot_id
  order by carbon_allocations.created_at, vintage_start, vintage_end, carbon_lots.created_at, carbon_lots.id`,
);

/** Oldest first, each with what it already holds. Leaves out the offsets in `skipped`. */
export async function listWaitingOffsets(
  db: Database,
  projectId: string,
  { limit, skipped }: { limit: number; skipped: readonly string[] },
): Promise<WaitingOffset[]> {
  const offsets = await db.rows(selectWaiting, [projectId, limit, skipped]);
  const ids = [offsets.map(({ accountId }) => accountId), offsets.map(({ id }) => id)];
  const held = new Map<string, LotPart[]>();
  for (const { accountId, offsetId, startsAt, allocated, ...lot } of await db.rows(selectHeld, ids)) {
    const key = accountId + offsetId;
    const part = { lot, startsAt: decimal(startsAt), tonnes: decimal(allocated) };
    held.set(key, [...(held.get(key) ?? []), part]);
  }
  return offsets.map((offset) => ({ ...offset, held: held.get(offset.accountId + offset.id) ?? [] }));
}

// One statement, so that `used` of a lot is always the sum of its allocations.
const insert = crossAccountStatement(
  reason,
  `
  with allocated as (
    insert into carbon_allocations (account_id, offset_id, lot_id, starts_at, tonnes, beneficiary, created_at)
    select "accountId", "offsetId", "lotId", "startsAt", tonnes, beneficiary, $2::timestamptz
    from jsonb_to_recordset($1::jsonb) as parts ("accountId" uuid, "offsetId" uuid, "lotId" uuid, "startsAt" numeric,
      tonnes numeric, beneficiary text)
    returning lot_id, tonnes
  )
  update carbon_lots set used = used + grown.tonnes
  from (select lot_id, sum(tonnes) as tonnes from allocated group by lot_id) grown where id = lot_id`,
);

export interface NewAllocation {
  readonly accountId: string;
  readonly offsetId: string;
  readonly lotId: string;
  readonly startsAt: Decimal;
  readonly tonnes: Decimal;
  readonly beneficiary: string;
}

export async function insertAllocations(
  db: Transaction,
  allocations: readonly NewAllocation[],
  createdAt: Date,
): Promise<void> {
  await db.rows(insert, [JSON.stringify(allocations), createdAt]);
}

const fulfil = crossAccountStatement(
  reason,
  `
  update carbon_offsets set status = 'fulfilled', serial_numbers = "serialNumbers",
    vintage_start_date = "vintageStart"::timestamp at time zone 'UTC',
    vintage_end_date = "vintageEnd"::timestamp at time zone 'UTC'
  from jsonb_to_recordset($1::jsonb) as covered ("accountId" uuid, "offsetId" uuid, "serialNumbers" text[],
    "vintageStart" date, "vintageEnd" date)
  where (account_id, id) = ("accountId", "offsetId")`,
);

export interface FulfilledOffset {
  readonly accountId: string;
  readonly offsetId: string;
  readonly serialNumbers: readonly string[];
  readonly vintageStart: string;
  readonly vintageEnd: string;
}

export async function markFulfilled(db: Transaction, covered: readonly FulfilledOffset[]): Promise<void> {
  await db.rows(fulfil, [JSON.stringify(covered)]);
}

const count = crossAccountStatement<{ waiting: number }>(
  reason,
  `select count(*) as waiting from carbon_offsets where status = 'processing'`,
);

export const countWaitingOffsets = async (db: Database): Promise<number> =>
  (await db.first(count))?.waiting ?? 0;
