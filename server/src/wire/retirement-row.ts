import { Type, type Static } from '@sinclair/typebox';
import type { RetirementRow as Row } from '../features/carbon/list-retirements.js';
import { retirementColumns } from '../features/carbon/retirement-file.js';
import { decimal } from '../platform/decimals.js';
import { exactNumber } from '../platform/exact-number.js';
import { csvRow } from '../platform/text/csv-row.js';
import { Count, Decimal, Nullable, OneOf } from './fields.js';

/** A row of the worklist for the registry. */
export const RetirementRow = Type.Object(
  {
    serial: Type.String(),
    tonnes: Count,
    allocated_tonnes: Decimal,
    beneficiary: Type.String(),
    reason: Type.String(),
    project: Type.String(),
    registry: Type.String(),
    status: OneOf(['allocated', 'retired']),
    retired_on: Nullable(Type.String()),
    registry_url: Nullable(Type.String()),
  },
  { title: 'RetirementRow' },
);

export const presentRetirementRow = (row: Row): Static<typeof RetirementRow> => ({
  serial: row.serial,
  tonnes: row.tonnes,
  allocated_tonnes: exactNumber(row.allocatedTonnes),
  beneficiary: row.beneficiary,
  reason: row.reason,
  project: row.project,
  registry: row.registry,
  status: row.status,
  retired_on: row.retiredOn,
  registry_url: row.registryUrl,
});

/** In batches. The columns are those that `carbon retirements record` takes. */
export async function* retirementRowsAsCsv(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  yield csvRow(retirementColumns);
  for await (const batch of batches) yield batch.map(csvOf).join('');
}

function csvOf(row: Row): string {
  const presented = {
    ...presentRetirementRow(row),
    allocated_tonnes: decimal(row.allocatedTonnes).toFixed(),
  };
  return csvRow(retirementColumns.map((column) => presented[column]));
}
