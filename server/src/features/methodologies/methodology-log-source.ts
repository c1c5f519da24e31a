import type { MethodologyAdopted } from '@regrove/verify';
import { formatTimestamp } from '../../platform/time/timestamps.js';
import type { LogSource } from '../../database/log-source.js';
import {
  listLoggedMethodologies,
  listUnloggedMethodologies,
  listMissingMethodologies,
  markMethodologiesLogged,
  type LoggedMethodology,
} from './logged-methodology-store.js';

export const methodologyLogSource: LogSource = {
  name: 'methodology',
  async take(db, first, limit) {
    const adopted = await listUnloggedMethodologies(db, limit);
    await markMethodologiesLogged(db, adopted, first);
    return adopted.map(adoptedEntry);
  },
  logged: async (db, first, end, limit) =>
    (await listLoggedMethodologies(db, first, end, limit)).map((row) => ({
      index: row.index,
      id: row.id,
      entry: adoptedEntry(row),
    })),
  missing: listMissingMethodologies,
};

const adoptedEntry = ({
  id,
  name,
  adoptedAt,
  factors,
}: Omit<LoggedMethodology, 'index'>): MethodologyAdopted & {
  name: string;
} => ({
  v: 1,
  type: 'methodology.adopted',
  id,
  name,
  at: adoptedAt ? formatTimestamp(adoptedAt) : '',
  factors,
});
