import type { Big } from 'big.js';
import { decimal } from '../../platform/decimals.js';

/** One row per key, with exact sums of the given fields. */
export function addUp<Field extends string, Row extends Readonly<Record<Field, string>>>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  fields: readonly Field[],
): Row[] {
  const sums = new Map<string, { row: Row; sums: Map<Field, Big> }>();
  for (const row of rows) {
    const key = keyOf(row);
    const found = sums.get(key);
    if (!found) sums.set(key, { row, sums: new Map(fields.map((field) => [field, decimal(row[field])])) });
    else
      for (const field of fields) found.sums.set(field, decimal(row[field]).plus(found.sums.get(field) ?? 0));
  }
  return [...sums.values()].map(({ row, sums: added }) => ({
    ...row,
    ...Object.fromEntries([...added].map(([field, sum]) => [field, sum.toFixed()])),
  }));
}
