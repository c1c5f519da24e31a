import { invalid } from '../../platform/errors.js';
import { readCsvTable, type CsvLine, type CsvTable } from '../../platform/text/csv-table.js';

/** The columns of the worklist, which can be filled in and taken back. */
export const retirementColumns = [
  'serial',
  'tonnes',
  'allocated_tonnes',
  'beneficiary',
  'reason',
  'project',
  'registry',
  'status',
  'retired_on',
  'registry_url',
] as const;

export type RetirementLine = CsvLine<
  'serial' | 'retired_on',
  Exclude<(typeof retirementColumns)[number], 'serial' | 'retired_on'>
>;

const maxLines = 100_000;

/** A credit may be shared by very many offsets, which the worklist names. */
const maxLineLength = 10_000_000;

/** Of a file of what was retired. */
export const retiredColumns = {
  required: ['serial', 'retired_on'] as const,
  optional: retirementColumns.filter((name) => name !== 'serial' && name !== 'retired_on'),
};

export async function readRetirementFile(text: string): Promise<CsvTable<RetirementLine>> {
  const file = await readCsvTable(
    text,
    {
      ...retiredColumns,
      takesSemicolons: true,
      nameOf: (heading) => (heading === 'serial_range' ? 'serial' : heading),
      maxLineLength,
    },
    maxLines,
  );
  if (file.lines.length === 0 && file.faults.length === 0)
    throw invalid('The file has no retirements, only a header', { code: 'file-only-header' });
  return file;
}
