import { recordChanges, installationAccountId } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { mapUniqueViolation, type UniqueConflict } from '../../database/failures.js';
import { decimal } from '../../platform/decimals.js';
import { refuseLines } from '../../platform/text/refuse-lines.js';
import { shorten } from '../../platform/text/shorten.js';
import { listCarbonProjects } from '../projects/carbon-project-store.js';
import {
  carbonLotFacts,
  findCreditsInLots,
  insertCarbonLots,
  lockImports,
  type NewCarbonLot,
} from './carbon-lot-store.js';
import type { CsvTable } from '../../platform/text/csv-table.js';
import type { InvalidLine } from '../../platform/reason.js';
import type { CreditLine } from './credit-file.js';
import { validateLines, type ParsedCredits } from './validate-credits.js';
import { findOverlappingCredits } from './find-overlapping-credits.js';

export interface ImportedCredits {
  readonly lots: number;
  readonly tonnes: number;
}

// Only possible if a serial can be read as different ranges, depending on the number of tonnes.
const takenSerial: Record<string, UniqueConflict> = {
  carbon_lots_serial_key: {
    message: 'Nothing was imported: the same serial is used for two lots',
    reason: { code: 'serial-twice' },
  },
};

/** Imports the whole file, or throws an error that names the faulty lines. */
export const importCredits = (context: Context, file: CsvTable<CreditLine>): Promise<ImportedCredits> =>
  context.db.transaction(async (db) => {
    await lockImports(db);
    const { lots, credits, faults } = await validateLines(file.lines, await listCarbonProjects(db));
    const taken = await findCreditsInLots(db, credits);
    refuseLines([
      ...file.faults,
      ...faults,
      ...(await findOverlappingCredits(credits)),
      ...faultsOfTaken(credits, taken),
    ]);

    await mapUniqueViolation(takenSerial, () => insertCarbonLots(db, lots, context.clock()));
    await recordChanges({ ...context, db }, lots.map(creationOf));
    const tonnes = lots.reduce((sum, lot) => sum.plus(lot.tonnes), decimal(0));
    return { lots: lots.length, tonnes: tonnes.toNumber() };
  });

const faultsOfTaken = (
  credits: readonly ParsedCredits[],
  taken: ReadonlyMap<number, string>,
): InvalidLine[] =>
  credits.flatMap(({ line, serial }, index): InvalidLine[] => {
    const other = taken.get(index);
    if (other === undefined) return [];
    return other === serial
      ? [{ line, what: 'was imported before', reason: { code: 'credits-imported' } }]
      : [
          {
            line,
            what: `shares credits with ${other}, imported before`,
            reason: { code: 'credits-shared-import', params: { serial: shorten(other) } },
          },
        ];
  });

const creationOf = (lot: NewCarbonLot) => ({
  accountId: installationAccountId,
  action: 'carbon_lot.create',
  subjectId: lot.id,
  after: carbonLotFacts(lot),
});
