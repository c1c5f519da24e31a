import type { PlantingRecorded } from '@regrove/verify';
import type { LogSource } from '../../database/log-source.js';
import { formatTimestamp } from '../../platform/time/timestamps.js';
import {
  listLoggedPlantings,
  listMissingPlantings,
  listUnloggedPlantings,
  markPlantingsLogged,
} from './logged-planting-store.js';
import type { PlantingRecord } from './planting-record-store.js';

export const plantingLogSource: LogSource = {
  name: 'planting',
  async take(db, first, limit) {
    const records = await listUnloggedPlantings(db, limit);
    await markPlantingsLogged(db, records, first);
    return records.map(recordedEntry);
  },
  logged: async (db, first, end, limit) =>
    (await listLoggedPlantings(db, first, end, limit)).map((row) => ({
      index: row.index,
      id: row.plantingId,
      entry: recordedEntry(row),
    })),
  missing: listMissingPlantings,
};

const recordedEntry = ({ plantingId, recordedAt, facts }: PlantingRecord): PlantingRecorded => ({
  v: 1,
  type: 'planting.recorded',
  id: plantingId,
  at: formatTimestamp(recordedAt),
  ...facts,
});
