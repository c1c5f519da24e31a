import { Type, type TObject, type TSchema } from '@sinclair/typebox';

export type JsonObject = Record<string, unknown>;

/**
 * How one schema looks in a revision, seen from the neighbour that is nearer to the model. Conversions change the value in place, because
 * it belongs to one request; a copy per item would be too expensive for long lists. They may leave fields that the other form does
 * not have: responses are written by their schema, which ignores them.
 */
export interface ShapeChange {
  readonly schema: (nearer: TObject) => TObject;
  /** For requests; absent if both are read alike. */
  readonly toModel?: (value: JsonObject) => void;
  /** For responses; absent if the schema alone makes the difference. */
  readonly fromModel?: (value: JsonObject) => void;
}

/**
 * One self-contained difference between a revision and the one before it. Of the two, `shapes` and `words` describe the one that is
 * further from the model: the newer one if it is newer than the model, otherwise the older one.
 */
export interface Change {
  readonly name: string;
  /** Shown to integrators, as a step from the older to the newer revision. */
  readonly description: string;
  /** By the title of the schema, wherever it is used: alone, in a list, or nested. */
  readonly shapes?: Readonly<Record<string, ShapeChange>>;
  /** A path that the older revision does not have, including everything below it. */
  readonly addsPath?: string;
  readonly requiresUserAgent?: true;
  /** Fields that have other names in messages: from those nearer to the model. */
  readonly fieldRenames?: Readonly<Record<string, string>>;
}

/** The field has another name. */
export const renamed = (nearer: string, further: string): ShapeChange => ({
  schema: (shape) => withProperties(shape, (name, field) => [[name === nearer ? further : name, field]]),
  toModel: (value) => {
    if (!(further in value)) return;
    value[nearer] = value[further];
    Reflect.deleteProperty(value, further);
  },
  fromModel: (value) => {
    value[further] = value[nearer];
  },
});

/** The revision does not have these fields. */
export const without = (...fields: readonly string[]): ShapeChange => ({
  schema: (shape) => withProperties(shape, (name, field) => (fields.includes(name) ? [] : [[name, field]])),
});

/**
 * Only this revision has the field, after the one named. Code handles it although the model does not show it: requests pass it on,
 * and responses carry it, but only revisions whose schema has the field show it.
 */
export const withField = (name: string, after: string, field: TSchema): ShapeChange => ({
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
