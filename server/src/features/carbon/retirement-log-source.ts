import type { CreditsRetired } from '@regrove/verify';
import { decimal } from '../../platform/decimals.js';
import { formatTimestamp } from '../../platform/time/timestamps.js';
import type { LogSource } from '../../database/log-source.js';
import {
  listLoggedRetirements,
  listMissingRetirements,
  listUnloggedRetirements,
  markRetirementsLogged,
  type RecordedRetirement,
} from './logged-retirement-store.js';
import { serialOf } from './serial-range.js';

/** Without names: the log shows whose credits they are by the offset to which they were allocated. */
export const retiredCreditLogSource: LogSource = {
  name: 'retirement',
  async take(db, first, limit) {
    const made = await listUnloggedRetirements(db, limit);
    await markRetirementsLogged(db, made, first);
    return made.map(retiredEntry);
  },
  logged: async (db, first, end, limit) =>
    (await listLoggedRetirements(db, first, end, limit)).map((row) => ({
      index: row.index,
      id: row.id,
      entry: retiredEntry(row),
    })),
  missing: listMissingRetirements,
};

function retiredEntry(retirement: RecordedRetirement): CreditsRetired {
  const { id, firstCredit: first, lastCredit: last, retiredOn, registryUrl, recordedAt } = retirement;
  return {
    v: 1,
    type: 'credits.retired',
    id,
    at: formatTimestamp(recordedAt),
    serial: serialOf(retirement, first, last),
    tonnes: decimal(last - first + 1).toFixed(6),
    retired_on: retiredOn,
    registry_url: registryUrl,
  };
}
