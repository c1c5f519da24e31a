import { columnName } from '../../database/column-parameters.js';
import { jsonWithBigints } from '../../platform/exact-number.js';

/** What the audit trail keeps of a row: IDs and amounts, never secrets. */
export type Facts = Readonly<Record<string, unknown>>;

/**
 * Declares which fields of a row the audit trail keeps, under their names in SQL and in the API. A field that is not listed
 * is never recorded, even if rows get more fields later.
 */
export function auditedFields<Field extends string>(
  ...fields: readonly Field[]
): (row: Readonly<Record<Field, unknown>>) => Facts {
  const named = fields.map((field) => [field, columnName(field)] as const);
  return (row) => Object.fromEntries(named.map(([field, name]) => [name, row[field]]));
}

/** The fields that differ, with their old and new values. Undefined if none do. */
export function difference(before: Facts, after: Facts): { before: Facts; after: Facts } | undefined {
  const changed = Object.keys(after).filter(
    (name) => jsonWithBigints(before[name]) !== jsonWithBigints(after[name]),
  );
  if (changed.length === 0) return undefined;
  const pick = (facts: Facts): Facts => Object.fromEntries(changed.map((name) => [name, facts[name]]));
  return { before: pick(before), after: pick(after) };
}

/** The audit entry for an activation or deactivation. */
export const statusChange = (
  thing: string,
  status: 'active' | 'inactive',
): { action: string; before: Facts; after: Facts } =>
  status === 'active'
    ? { action: `${thing}.activate`, before: { status: 'inactive' }, after: { status } }
    : { action: `${thing}.deactivate`, before: { status: 'active' }, after: { status } };
