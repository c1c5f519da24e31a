import { recordAll, wholeInstallation } from '../audit/audit-store.js';
import type { Context } from '../platform/context.js';
import { explainingTaken } from '../platform/db/failures.js';
import { decimal } from '../platform/decimals.js';
import { invalid } from '../platform/errors.js';
import { shorten } from '../platform/shorten.js';
import { listCarbonProjects } from '../projects/carbon-project-store.js';
import {
  carbonLotFacts,
  findTakenCredits,
  insertCarbonLots,
  lockImports,
  type NewCarbonLot,
} from './carbon-lot-store.js';
import type { CsvTable, Fault } from '../platform/csv-table.js';
import type { CreditLine } from './credit-file.js';
import { judgeLines, type ReadCredits } from './judge-credits.js';
import { findSharedCredits } from './shared-credits.js';

export interface ImportedCredits {
  readonly lots: number;
  readonly tonnes: number;
}

// Only where a serial has more than one range to read, by another number of tonnes.
const takenSerial = { carbon_lots_serial_key: 'Nothing was imported: one serial stands for two lots' };

/** Takes the file whole; or refuses it, naming every line that is at fault. */
export const importCredits = (context: Context, file: CsvTable<CreditLine>): Promise<ImportedCredits> =>
  context.db.transaction(async (db) => {
    await lockImports(db);
    const { lots, credits, faults } = await judgeLines(file.lines, await listCarbonProjects(db));
    const taken = await findTakenCredits(db, credits);
    refuseFaulty([
      ...file.faults,
      ...faults,
      ...(await findSharedCredits(credits)),
      ...faultsOfTaken(credits, taken),
    ]);

    await explainingTaken(takenSerial, () => insertCarbonLots(db, lots, context.clock()));
    await recordAll({ ...context, db }, lots.map(creationOf));
    const tonnes = lots.reduce((sum, lot) => sum.plus(lot.tonnes), decimal(0));
    return { lots: lots.length, tonnes: tonnes.toNumber() };
  });

const faultsOfTaken = (credits: readonly ReadCredits[], taken: ReadonlyMap<number, string>): Fault[] =>
  credits.flatMap(({ line, serial }, index) => {
    const other = taken.get(index);
    if (other === undefined) return [];
    const isSame = other === serial;
    return [{ line, what: isSame ? 'was imported before' : `shares credits with ${other}, imported before` }];
  });

// As many as one mends before one tries again.
const maxLinesTold = 30;
const maxWhatLength = 300;

function refuseFaulty(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const byLine = new Map<number, string[]>();
  for (const { line, what } of faults) {
    const known = byLine.get(line);
    if (known) known.push(what);
    else byLine.set(line, [what]);
  }
  const told = [...byLine]
    .sort(([a], [b]) => a - b)
    .slice(0, maxLinesTold)
    .map(([line, whats]) => `line ${line}: ${shorten(whats.join('; '), maxWhatLength)}`);
  const untold = byLine.size - told.length;
  const rest = untold === 0 ? [] : [`and ${untold} more`];
  throw invalid(['Nothing was imported:', ...told, ...rest].join('\n'));
}

const creationOf = (lot: NewCarbonLot) => ({
  accountId: wholeInstallation,
  action: 'carbon_lot.create',
  subjectId: lot.id,
  after: carbonLotFacts(lot),
});
