import { readCsvTable, type CsvLine, type CsvTable } from '../../platform/text/csv-table.js';
import { invalid } from '../../platform/errors.js';

/** One lot as given in the file. */
export type CreditLine = CsvLine<'project' | 'serial' | 'vintage_start' | 'vintage_end' | 'tonnes'>;

// More than any registry lists for one owner.
const maxLots = 20_000;

export async function readCreditFile(text: string): Promise<CsvTable<CreditLine>> {
  const columns = {
    required: ['project', 'serial', 'vintage_start', 'vintage_end', 'tonnes'],
    optional: [],
  } as const;
  const file = await readCsvTable(text, columns, maxLots);
  if (file.lines.length === 0 && file.faults.length === 0)
    throw invalid('The file has no lots, only a header', { code: 'file-only-header' });
  return file;
}
