import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import type { AllocatedLot } from './allocate-credits.js';

export type LoggedAllocation = AllocatedLot & {
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

const select = crossAccountStatement<LoggedAllocation>(
  reason,
  `${allocations}
   where carbon_allocations.log_index is null
   order by carbon_allocations.created_at, offset_id, lot_id limit $1`,
);

export const listUnloggedAllocations = (db: Database, limit: number): Promise<LoggedAllocation[]> =>
  db.rows(select, [limit]);

const mark = crossAccountStatement(
  reason,
  `update carbon_allocations set log_index = one.index
   from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[]) as one (of_account, of_offset, of_lot, index)
   where account_id = any($1::uuid[]) and account_id = of_account and offset_id = of_offset and lot_id = of_lot`,
);

/** The first gets the index `first`, the others those that follow. */
export async function markAllocationsLogged(
  db: Transaction,
  allocations: readonly LoggedAllocation[],
  first: number,
): Promise<void> {
  if (allocations.length === 0) return;
  await db.rows(mark, [
    allocations.map(({ accountId }) => accountId),
    allocations.map(({ offsetId }) => offsetId),
    allocations.map(({ id }) => id),
    allocations.map((_, number) => first + number),
  ]);
}

const selectEntered = crossAccountStatement<LoggedAllocation>(
  reason,
  `${allocations}
   where carbon_allocations.log_index >= $1 and carbon_allocations.log_index < $2
   order by carbon_allocations.log_index limit $3`,
);

/** Those with an index from `first` up to, but not including, `end`. */
export const listLoggedAllocations = (
  db: Database,
  first: number,
  end: number,
  limit: number,
): Promise<LoggedAllocation[]> => db.rows(selectEntered, [first, end, limit]);

const selectMissing = crossAccountStatement<{ id: string }>(
  reason,
  `select offset_id as id from carbon_allocations where log_index is null and created_at < $1
   order by created_at, offset_id limit $2`,
);

/** The ids of offsets with credits allocated before that time whose allocation is not in the log. */
export const listMissingAllocations = async (db: Database, before: Date, limit: number): Promise<string[]> =>
  (await db.rows(selectMissing, [before, limit])).map(({ id }) => id);
