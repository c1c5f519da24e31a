import { readCsvTable, type CsvLine, type CsvTable } from '../platform/csv-table.js';
import { invalid } from '../platform/errors.js';

/** One lot as the file has it. */
export type CreditLine = CsvLine<'project' | 'serial' | 'vintage_start' | 'vintage_end' | 'tonnes'>;

/** Reads a CSV file of lots. */
export function readCreditFile(text: string): CsvTable<CreditLine> {
  const file = readCsvTable(text, {
    required: ['project', 'serial', 'vintage_start', 'vintage_end', 'tonnes'],
    optional: [],
  });
  if (file.lines.length === 0 && file.faults.length === 0)
    throw invalid('The file has no lots, only a header');
  return file;
}
