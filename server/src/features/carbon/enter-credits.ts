import type { CreditsAllocated, CreditsImported } from '@regrove/verify';
import { acrossAccounts, statement } from '../../database/statement.js';
import { decimal, type Decimal } from '../../platform/decimals.js';
import { formatTimestamp } from '../../platform/time/timestamps.js';
import { serialOfPart, type AllocatedLot } from './allocate-credits.js';
import type { LogSource } from '../../database/log-source.js';

interface ImportedLot {
  readonly id: string;
  readonly serial: string;
  readonly vintageStart: string;
  readonly vintageEnd: string;
  readonly tonnes: number;
  readonly createdAt: Date;
}

const lotColumns = 'id, serial, vintage_start, vintage_end, tonnes, created_at';

const selectLots = statement<ImportedLot>(`
  select ${lotColumns} from carbon_lots where log_index is null order by created_at, id limit $1`);

const markLots = statement(`
  update carbon_lots set log_index = one.index from unnest($1::uuid[], $2::bigint[]) as one (of_id, index) where id = of_id`);

const selectEnteredLots = statement<ImportedLot & { index: number }>(`
  select ${lotColumns}, log_index as index from carbon_lots
  where log_index >= $1 and log_index < $2 order by log_index limit $3`);

const selectMissingLots = statement<{ id: string }>(`
  select id from carbon_lots where log_index is null and created_at < $1 order by created_at, id limit $2`);

export const importedCredits: LogSource = {
  name: 'credit lot',
  async take(db, first, limit) {
    const lots = await db.rows(selectLots, [limit]);
    if (lots.length > 0)
      await db.rows(markLots, [lots.map(({ id }) => id), lots.map((_, number) => first + number)]);
    return lots.map(importedEntry);
  },
  entered: async (db, first, end, limit) =>
    (await db.rows(selectEnteredLots, [first, end, limit])).map((row) => ({
      index: row.index,
      id: row.id,
      entry: importedEntry(row),
    })),
  missing: async (db, before, limit) =>
    (await db.rows(selectMissingLots, [before, limit])).map(({ id }) => id),
};

const importedEntry = ({
  serial,
  vintageStart,
  vintageEnd,
  tonnes,
  createdAt,
}: ImportedLot): CreditsImported => ({
  v: 1,
  type: 'credits.imported',
  at: formatTimestamp(createdAt),
  serial,
  vintage: { start: vintageStart, end: vintageEnd },
  tonnes: decimal(tonnes).toFixed(6),
});

type Allocation = AllocatedLot & {
  readonly accountId: string;
  readonly offsetId: string;
  readonly startsAt: Decimal;
  readonly allocated: Decimal;
  readonly allocatedAt: Date;
  /** Null before it is in the log. */
  readonly index: number;
};

const reason = 'the credits of all accounts are entered in one log';

const allocations = `select account_id, offset_id, starts_at, carbon_allocations.tonnes as allocated,
     carbon_allocations.created_at as allocated_at, carbon_lots.id, serial, first_credit, carbon_lots.tonnes, vintage_start,
     vintage_end, carbon_allocations.log_index as index
   from carbon_allocations join carbon_lots on carbon_lots.id = lot_id`;

const selectAllocations = acrossAccounts<Allocation>(
  reason,
  `${allocations}
   where carbon_allocations.log_index is null
   order by carbon_allocations.created_at, offset_id, lot_id limit $1`,
);

const markAllocations = acrossAccounts(
  reason,
  `update carbon_allocations set log_index = one.index
   from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[]) as one (of_account, of_offset, of_lot, index)
   where account_id = any($1::uuid[]) and account_id = of_account and offset_id = of_offset and lot_id = of_lot`,
);

const selectEnteredAllocations = acrossAccounts<Allocation>(
  reason,
  `${allocations}
   where carbon_allocations.log_index >= $1 and carbon_allocations.log_index < $2
   order by carbon_allocations.log_index limit $3`,
);

const selectMissingAllocations = acrossAccounts<{ id: string }>(
  reason,
  `select offset_id as id from carbon_allocations where log_index is null and created_at < $1
   order by created_at, offset_id limit $2`,
);

export const allocatedCredits: LogSource = {
  name: 'credits of offset',
  async take(db, first, limit) {
    const made = await db.rows(selectAllocations, [limit]);
    if (made.length > 0)
      await db.rows(markAllocations, [
        made.map(({ accountId }) => accountId),
        made.map(({ offsetId }) => offsetId),
        made.map(({ id }) => id),
        made.map((_, number) => first + number),
      ]);
    return made.map(allocatedEntry);
  },
  entered: async (db, first, end, limit) =>
    (await db.rows(selectEnteredAllocations, [first, end, limit])).map((row) => ({
      index: row.index,
      id: row.offsetId,
      entry: allocatedEntry(row),
    })),
  missing: async (db, before, limit) =>
    (await db.rows(selectMissingAllocations, [before, limit])).map(({ id }) => id),
};

function allocatedEntry({
  offsetId,
  startsAt,
  allocated,
  allocatedAt,
  ...lot
}: Allocation): CreditsAllocated {
  const part = { lot, startsAt: decimal(startsAt), tonnes: decimal(allocated) };
  return {
    v: 1,
    type: 'credits.allocated',
    at: formatTimestamp(allocatedAt),
    offset: offsetId,
    serials: [serialOfPart(part)],
    tonnes: part.tonnes.toFixed(6),
  };
}
