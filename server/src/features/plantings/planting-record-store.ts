import type { Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { RecordedFacts } from './recorded-facts.js';

export interface PlantingRecord {
  readonly id: string;
  readonly plantingId: string;
  readonly recordedAt: Date;
  readonly facts: RecordedFacts;
}

const insert = statement(`
  insert into planting_records (id, planting_id, recorded_at, facts)
  select id, "plantingId", "recordedAt", facts
  from jsonb_to_recordset($1::jsonb) as records (id uuid, "plantingId" uuid, "recordedAt" timestamptz, facts jsonb)`);

const batchSize = 1_000;

export async function insertPlantingRecords(
  db: Transaction,
  records: readonly PlantingRecord[],
): Promise<void> {
  for (let start = 0; start < records.length; start += batchSize)
    await db.rows(insert, [JSON.stringify(records.slice(start, start + batchSize))]);
}
