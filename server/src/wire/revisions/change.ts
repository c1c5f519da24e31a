import { Type, type TObject, type TSchema } from '@sinclair/typebox';

export type JsonObject = Record<string, unknown>;

/**
 * How one schema differs between a revision and the one before it. Conversions change the value in place, because it belongs to
 * one request; a copy per item would be too expensive for long lists. They may leave fields that the other form does not have:
 * responses are written by their schema, which ignores them.
 */
export interface ShapeChange {
  /** The schema in the older revision. */
  readonly schema: (newer: TObject) => TObject;
  /** From older to newer, for requests; absent if both are read alike. */
  readonly upgrade?: (older: JsonObject) => void;
  /** From newer to older, for responses; absent if the schema alone makes the difference. */
  readonly downgrade?: (newer: JsonObject) => void;
}

/** One self-contained difference between a revision and the one before it. */
export interface Change {
  readonly name: string;
  /** Shown to integrators, as a step from the older to the newer revision. */
  readonly description: string;
  /** By the title of the schema, wherever it is used: alone, in a list, or nested. */
  readonly shapes?: Readonly<Record<string, ShapeChange>>;
  /** A path that the older revision does not have, including everything below it. */
  readonly addsPath?: string;
  readonly requiresUserAgent?: true;
  /** Fields that have other names in messages of the older revision: newer to older. */
  readonly words?: Readonly<Record<string, string>>;
}

/** The field has another name in the older revision. */
export const renamed = (newer: string, older: string): ShapeChange => ({
  schema: (shape) => withProperties(shape, (name, field) => [[name === newer ? older : name, field]]),
  upgrade: (value) => {
    if (!(older in value)) return;
    value[newer] = value[older];
    Reflect.deleteProperty(value, older);
  },
  downgrade: (value) => {
    value[older] = value[newer];
  },
});

/** The older revision does not have these fields. */
export const added = (...fields: readonly string[]): ShapeChange => ({
  schema: (shape) => withProperties(shape, (name, field) => (fields.includes(name) ? [] : [[name, field]])),
});

/**
 * Only the older revision has this field, after the one named. Its value is still stored: requests pass it on, and responses
 * carry it, but only revisions whose schema has the field show it.
 */
export const removed = (name: string, after: string, field: TSchema): ShapeChange => ({
  schema: (shape) =>
    withProperties(shape, (other, kept) =>
      other === after
        ? [
            [other, kept],
            [name, field],
          ]
        : [[other, kept]],
    ),
});

/** The same schema with other properties. The fields themselves determine which are required. */
export function withProperties(
  { properties, required, ...options }: TObject,
  change: (name: string, field: TSchema) => [string, TSchema][],
): TObject {
  const entries = Object.entries(properties).flatMap(([name, field]) => change(name, field));
  // Keeps the type as well: a schema that may be null may be null in every revision.
  return { ...Type.Object(Object.fromEntries<TSchema>(entries), options), type: options.type };
}
