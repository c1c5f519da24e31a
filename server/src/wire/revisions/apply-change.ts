import type { TObject, TSchema } from '@sinclair/typebox';
import { withProperties, type Change, type JsonObject } from './change.js';

/** Converts a value in place from one revision to the adjacent one. */
export type Convert = (value: unknown) => void;

/** The schema on the other side of the change, including nested schemas. */
export function changedSchema(schema: TSchema, change: Change): TSchema {
  if (isObject(schema)) {
    const inner = withProperties(schema, (name, field) => [[name, changedSchema(field, change)]]);
    return shapeOf(schema, change)?.schema(inner) ?? inner;
  }
  if (isArray(schema)) return { ...schema, items: changedSchema(schema.items, change) };
  return schema;
}

/**
 * Converts everything in the schema that the change affects. Undefined if it affects nothing, so that most responses of another
 * revision cost no more than those of the default one.
 */
export function converter(
  schema: TSchema,
  change: Change,
  direction: 'toModel' | 'fromModel',
): Convert | undefined {
  if (isArray(schema)) {
    const convertItem = converter(schema.items, change, direction);
    return (
      convertItem &&
      ((value) => (Array.isArray(value) ? value.forEach((item) => convertItem(item)) : undefined))
    );
  }
  if (!isObject(schema)) return undefined;
  const own = shapeOf(schema, change)?.[direction];
  const inner = Object.entries(schema.properties).flatMap(([name, field]) => {
    const convert = converter(field, change, direction);
    return convert ? [[name, convert] as const] : [];
  });
  if (!own && inner.length === 0) return undefined;
  return (value) => {
    if (value === null || typeof value !== 'object') return;
    const fields = value as JsonObject;
    for (const [name, convert] of inner) convert(fields[name]);
    own?.(fields);
  };
}

const shapeOf = (schema: TSchema, { shapes }: Change) => shapes?.[String(schema['title'])];

const isObject = (schema: TSchema): schema is TObject => schema['properties'] !== undefined;

const isArray = (schema: TSchema): schema is TSchema & { items: TSchema } => schema['items'] !== undefined;
