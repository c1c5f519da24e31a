import { Type, type TObject, type TSchema } from '@sinclair/typebox';

type Fields = Readonly<Record<string, TSchema>>;

const fieldsOf = (schema: TSchema): Fields => (schema['properties'] ?? {}) as Fields;

/** The fields of a resource that cannot be changed: ids, timestamps, counters. */
export function readOnlyFields(changes: TSchema, resource: TSchema): Fields {
  const taken = fieldsOf(changes);
  return Object.fromEntries(Object.entries(fieldsOf(resource)).filter(([name]) => !(name in taken)));
}

/** The changes as documented: with the read-only fields, which clients may send back. */
export function withReadOnlyFields(changes: TSchema, resource: TSchema): TSchema {
  const { properties, required, ...options } = changes as TObject;
  const readOnly = Object.entries(readOnlyFields(changes, resource)).map(
    ([name, field]) => [name, Type.Optional({ ...field, readOnly: true })] as const,
  );
  return Type.Object({ ...properties, ...Object.fromEntries(readOnly) }, options);
}

/** Removes read-only fields from a body, so that they are neither validated nor used. */
export function dropFields(body: unknown, names: readonly string[]): void {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return;
  for (const name of names) Reflect.deleteProperty(body, name);
}
