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

const selectLots = statement<ImportedLot>(`
  select id, serial, vintage_start, vintage_end, tonnes, created_at from carbon_lots
  where log_index is null order by created_at, id limit $1`);

const markLots = statement(`
  update carbon_lots set log_index = one.index from unnest($1::uuid[], $2::bigint[]) as one (of_id, index) where id = of_id`);

export const importedCredits: LogSource = {
  async take(db, first, limit) {
    const lots = await db.rows(selectLots, [limit]);
    if (lots.length > 0)
      await db.rows(markLots, [lots.map(({ id }) => id), lots.map((_, number) => first + number)]);
    return lots.map(({ serial, vintageStart, vintageEnd, tonnes, createdAt }): CreditsImported => ({
      v: 1,
      type: 'credits.imported',
      at: formatTimestamp(createdAt),
      serial,
      vintage: { start: vintageStart, end: vintageEnd },
      tonnes: decimal(tonnes).toFixed(6),
    }));
  },
};

type Allocation = AllocatedLot & {
  readonly accountId: string;
  readonly offsetId: string;
  readonly startsAt: Decimal;
  readonly allocated: Decimal;
  readonly allocatedAt: Date;
};

const reason = 'the credits of all accounts are entered in one log';

const selectAllocations = acrossAccounts<Allocation>(
  reason,
  `select account_id, offset_id, starts_at, carbon_allocations.tonnes as allocated, carbon_allocations.created_at as allocated_at,
     carbon_lots.id, serial, first_credit, carbon_lots.tonnes, vintage_start, vintage_end
   from carbon_allocations join carbon_lots on carbon_lots.id = lot_id
   where carbon_allocations.log_index is null
   order by carbon_allocations.created_at, offset_id, lot_id limit $1`,
);

const markAllocations = acrossAccounts(
  reason,
  `update carbon_allocations set log_index = one.index
   from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[]) as one (of_account, of_offset, of_lot, index)
   where account_id = any($1::uuid[]) and account_id = of_account and offset_id = of_offset and lot_id = of_lot`,
);

export const allocatedCredits: LogSource = {
  async take(db, first, limit) {
    const allocations = await db.rows(selectAllocations, [limit]);
    if (allocations.length > 0)
      await db.rows(markAllocations, [
        allocations.map(({ accountId }) => accountId),
        allocations.map(({ offsetId }) => offsetId),
        allocations.map(({ id }) => id),
        allocations.map((_, number) => first + number),
      ]);
    return allocations.map(allocatedEntry);
  },
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
