import { recordChanges, installationAccountId } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { decimal } from '../../platform/decimals.js';
import type { CsvTable } from '../../platform/text/csv-table.js';
import { refuseLines } from '../../platform/text/refuse-lines.js';
import { isoDay } from '../../platform/time/months.js';
import type { RetirementLine } from './retirement-file.js';
import {
  insertRetirements,
  lockRetirements,
  retirementFacts,
  type NewRetirement,
} from './retirement-store.js';
import { validateRetirements } from './validate-retirements.js';

export interface RecordedRetirements {
  /** Lines of the file. */
  readonly retired: number;
  readonly tonnes: number;
}

/** Records what was retired in a registry: the whole file, or throws an error that names the faulty lines. */
export const recordRetirements = (
  context: Context,
  file: CsvTable<RetirementLine>,
): Promise<RecordedRetirements> =>
  context.db.transaction(async (db) => {
    await lockRetirements(db);
    const { retirements, faults } = await validateRetirements(db, file.lines, isoDay(context.clock()));
    refuseLines([...file.faults, ...faults], 'recorded');
    await insertRetirements(db, retirements, context.clock());
    await recordChanges({ ...context, db }, retirements.map(creationOf));
    const tonnes = retirements.reduce((sum, { first, last }) => sum.plus(last - first + 1), decimal(0));
    return { retired: file.lines.length, tonnes: tonnes.toNumber() };
  });

const creationOf = (retirement: NewRetirement) => ({
  accountId: installationAccountId,
  action: 'carbon_retirement.create',
  subjectId: retirement.id,
  after: retirementFacts(retirement),
});
