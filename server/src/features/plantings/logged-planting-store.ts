import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { PlantingRecord } from './planting-record-store.js';

const columns = 'id, planting_id, recorded_at, facts';

const select = statement<PlantingRecord>(`
  select ${columns} from planting_records where log_index is null order by recorded_at, id limit $1`);

export const listUnloggedPlantings = (db: Database, limit: number): Promise<PlantingRecord[]> =>
  db.rows(select, [limit]);

const mark = statement(`
  update planting_records set log_index = one.index
  from unnest($1::uuid[], $2::bigint[]) as one (of_id, index) where id = of_id`);

/** The first gets the index `first`, the others those that follow. */
export async function markPlantingsLogged(
  db: Transaction,
  rows: readonly Pick<PlantingRecord, 'id'>[],
  first: number,
): Promise<void> {
  if (rows.length > 0)
    await db.rows(mark, [rows.map(({ id }) => id), rows.map((_, number) => first + number)]);
}

export type LoggedPlanting = PlantingRecord & { readonly index: number };

const selectEntered = statement<LoggedPlanting>(`
  select ${columns}, log_index as index from planting_records
  where log_index >= $1 and log_index < $2 order by log_index limit $3`);

/** Those with an index from `first` up to, but not including, `end`. */
export const listLoggedPlantings = (
  db: Database,
  first: number,
  end: number,
  limit: number,
): Promise<LoggedPlanting[]> => db.rows(selectEntered, [first, end, limit]);

const selectMissing = statement<{ plantingId: string }>(`
  select planting_id from planting_records where log_index is null and recorded_at < $1 order by recorded_at, id limit $2`);

/** The ids of plantings with a record from before that time that is not in the log. */
export const listMissingPlantings = async (db: Database, before: Date, limit: number): Promise<string[]> =>
  (await db.rows(selectMissing, [before, limit])).map(({ plantingId }) => plantingId);
