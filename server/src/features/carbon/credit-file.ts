import { readCsvTable, type CsvLine, type CsvTable } from '../../platform/text/csv-table.js';
import { invalid } from '../../platform/errors.js';

/** One lot as given in the file. */
export type CreditLine = CsvLine<(typeof required)[number], (typeof optional)[number]>;

const required = ['project', 'serial', 'vintage_start', 'vintage_end', 'tonnes'] as const;
/** What the registry says about the credits, as far as it is known. */
const optional = [
  'type',
  'standard',
  'registry',
  'country',
  'ccp',
  'corresponding_adjustment',
  'registry_url',
] as const;

// More than any registry lists for one owner.
const maxLots = 20_000;

export const creditColumns = { required, optional };

export async function readCreditFile(text: string): Promise<CsvTable<CreditLine>> {
  const file = await readCsvTable(text, creditColumns, maxLots);
  if (file.lines.length === 0 && file.faults.length === 0)
    throw invalid('The file has no lots, only a header', { code: 'file-only-header' });
  return file;
}
