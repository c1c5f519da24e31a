import type { PlantingRecorded } from '@regrove/verify';
import type { LogSource } from '../../database/log-source.js';
import { statement } from '../../database/statement.js';
import { formatTimestamp } from '../../platform/time/timestamps.js';
import type { PlantingRecord } from './planting-record-store.js';

const columns = 'id, planting_id, recorded_at, facts';

const select = statement<PlantingRecord>(`
  select ${columns} from planting_records where log_index is null order by recorded_at, id limit $1`);

const mark = statement(`
  update planting_records set log_index = one.index
  from unnest($1::uuid[], $2::bigint[]) as one (of_id, index) where id = of_id`);

const selectEntered = statement<PlantingRecord & { index: number }>(`
  select ${columns}, log_index as index from planting_records
  where log_index >= $1 and log_index < $2 order by log_index limit $3`);

const selectMissing = statement<{ plantingId: string }>(`
  select planting_id from planting_records where log_index is null and recorded_at < $1 order by recorded_at, id limit $2`);

export const plantings: LogSource = {
  name: 'planting',
  async take(db, first, limit) {
    const records = await db.rows(select, [limit]);
    if (records.length > 0)
      await db.rows(mark, [records.map(({ id }) => id), records.map((_, number) => first + number)]);
    return records.map(recordedEntry);
  },
  entered: async (db, first, end, limit) =>
    (await db.rows(selectEntered, [first, end, limit])).map((row) => ({
      index: row.index,
      id: row.plantingId,
      entry: recordedEntry(row),
    })),
  missing: async (db, before, limit) =>
    (await db.rows(selectMissing, [before, limit])).map(({ plantingId }) => plantingId),
};

const recordedEntry = ({ plantingId, recordedAt, facts }: PlantingRecord): PlantingRecorded => ({
  v: 1,
  type: 'planting.recorded',
  id: plantingId,
  at: formatTimestamp(recordedAt),
  ...facts,
});
