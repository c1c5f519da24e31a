import { invalid } from '../../platform/errors.js';
import { readCsvTable } from '../../platform/text/csv-table.js';
import { refuseLines } from '../../platform/text/refuse-lines.js';

/** What a registry publishes about credits that were retired. */
export interface PublishedRetirement {
  readonly line: number;
  readonly serial: string;
  readonly tonnes: string | undefined;
  /** Empty if the registry does not say. */
  readonly beneficiary: string;
}

/** How registries head their columns, without punctuation. The names of Verra, Gold Standard, ACR and CAR, and our own. */
const headings: Readonly<Record<string, readonly string[]>> = {
  serial: [
    'serial',
    'serial_range',
    'serial_number',
    'serial_numbers',
    'credit_serial_number',
    'credit_serial_numbers',
    'offset_credit_serial_numbers',
  ],
  tonnes: [
    'tonnes',
    'quantity',
    'quantity_issued',
    'quantity_retired',
    'quantity_of_credits',
    'quantity_of_offset_credits',
    'credits_retired',
  ],
  beneficiary: [
    'beneficiary',
    'retirement_beneficiary',
    'retired_on_behalf_of',
    'account_beneficiary',
    'using_entity',
  ],
  retired_on: [
    'retired_on',
    'retirement_cancellation_date',
    'retirement_date',
    'date_of_retirement',
    'status_effective',
    'status_effective_gmt',
  ],
};

const names = new Map(
  Object.entries(headings).flatMap(([name, written]) => written.map((heading) => [heading, name] as const)),
);

const maxLines = 500_000;
const maxLineLength = 10_000_000;

/**
 * Reads a registry's export, with whatever other columns it has. If it has a date of retirement, lines without one are of
 * credits that are not retired.
 */
export async function readRegistryExport(text: string): Promise<PublishedRetirement[]> {
  const { lines, faults } = await readCsvTable(
    text,
    {
      required: ['serial'] as const,
      optional: ['tonnes', 'beneficiary', 'retired_on'] as const,
      takesSemicolons: true,
      ignoresOthers: true,
      nameOf: (heading) => {
        const plain = heading.replaceAll(/[^\p{L}\p{N}]+/gu, '_').replaceAll(/^_|_$/g, '');
        return names.get(plain) ?? plain;
      },
      maxLineLength,
    },
    maxLines,
  );
  refuseLines(faults, 'compared');
  if (lines.length === 0) throw invalid('The file has no lines, only a header', { code: 'file-only-header' });
  return lines
    .filter(({ retired_on: retiredOn }) => retiredOn !== '')
    .map(({ line, serial, tonnes, beneficiary = '' }) => ({ line, serial, tonnes, beneficiary }));
}
