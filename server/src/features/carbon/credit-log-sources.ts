import type { CreditsAllocated, CreditsImported } from '@regrove/verify';
import { decimal } from '../../platform/decimals.js';
import { formatTimestamp } from '../../platform/time/timestamps.js';
import { serialOfPart } from './allocate-credits.js';
import type { LogSource } from '../../database/log-source.js';
import {
  listUnloggedAllocations,
  listLoggedAllocations,
  listMissingAllocations,
  markAllocationsLogged,
  type LoggedAllocation,
} from './logged-allocation-store.js';
import {
  listLoggedLots,
  listUnloggedLots,
  listMissingLots,
  markLotsLogged,
  type ImportedLot,
} from './logged-lot-store.js';

export const importedCreditLogSource: LogSource = {
  name: 'credit lot',
  async take(db, first, limit) {
    const lots = await listUnloggedLots(db, limit);
    await markLotsLogged(db, lots, first);
    return lots.map(importedEntry);
  },
  logged: async (db, first, end, limit) =>
    (await listLoggedLots(db, first, end, limit)).map((row) => ({
      index: row.index,
      id: row.id,
      entry: importedEntry(row),
    })),
  missing: listMissingLots,
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

export const allocatedCreditLogSource: LogSource = {
  name: 'credits of offset',
  async take(db, first, limit) {
    const made = await listUnloggedAllocations(db, limit);
    await markAllocationsLogged(db, made, first);
    return made.map(allocatedEntry);
  },
  logged: async (db, first, end, limit) =>
    (await listLoggedAllocations(db, first, end, limit)).map((row) => ({
      index: row.index,
      id: row.offsetId,
      entry: allocatedEntry(row),
    })),
  missing: listMissingAllocations,
};

function allocatedEntry({
  offsetId,
  startsAt,
  allocated,
  allocatedAt,
  ...lot
}: LoggedAllocation): CreditsAllocated {
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
