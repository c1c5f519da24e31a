import { jsonWithBigints } from '../../platform/exact-number.js';

/** What the trail keeps of a thing: ids and amounts, never a secret. */
export type Facts = Readonly<Record<string, unknown>>;

/**
 * Declares which fields of a row the trail keeps, under the names that SQL and the wire have. A field that is not named
 * here never gets there, whatever a row may carry one day.
 */
export function auditedFields<Field extends string>(
  ...fields: readonly Field[]
): (row: Readonly<Record<Field, unknown>>) => Facts {
  const named = fields.map((field) => [field, snakeCase(field)] as const);
  return (row) => Object.fromEntries(named.map(([field, name]) => [name, row[field]]));
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The facts that differ, as they were and as they are; undefined where nothing does. */
export function difference(before: Facts, after: Facts): { before: Facts; after: Facts } | undefined {
  const changed = Object.keys(after).filter(
    (name) => jsonWithBigints(before[name]) !== jsonWithBigints(after[name]),
  );
  if (changed.length === 0) return undefined;
  const pick = (facts: Facts): Facts => Object.fromEntries(changed.map((name) => [name, facts[name]]));
  return { before: pick(before), after: pick(after) };
}

/** What is written down of a thing that is switched on or off. */
export const statusChange = (
  thing: string,
  status: 'active' | 'inactive',
): { action: string; before: Facts; after: Facts } =>
  status === 'active'
    ? { action: `${thing}.activate`, before: { status: 'inactive' }, after: { status } }
    : { action: `${thing}.deactivate`, before: { status: 'active' }, after: { status } };
