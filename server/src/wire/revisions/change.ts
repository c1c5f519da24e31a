import { Type, type TObject, type TSchema } from '@sinclair/typebox';

export type JsonObject = Record<string, unknown>;

/**
 * How one shape differs between a revision and the one before it. Conversions change the value in place, which is made
 * for one request and used for nothing else; a copy per item would cost a long list more than the change is worth. They
 * may leave behind fields that the other form does not have: answers are written by their schema, which passes them over.
 */
export interface ShapeChange {
  /** The shape as the older revision has it. */
  readonly schema: (newer: TObject) => TObject;
  /** From the older form to the newer, for requests; absent where they are read alike. */
  readonly upgrade?: (older: JsonObject) => void;
  /** From the newer form to the older, for answers; absent where the schema alone makes the difference. */
  readonly downgrade?: (newer: JsonObject) => void;
}

/** One difference between a revision and the one before it, complete in itself. */
export interface Change {
  readonly name: string;
  /** What an integrator is told, as a step from the older to the newer. */
  readonly description: string;
  /** By the title of the shape, wherever it stands: alone, in a list, or inside another one. */
  readonly shapes?: Readonly<Record<string, ShapeChange>>;
  /** Paths that the older revision does not have; everything below them is meant too. */
  readonly addsPath?: string;
  readonly requiresUserAgent?: true;
  /** Fields that messages call by another name in the older revision: newer to older. */
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
 * Only the older revision has this field, after the one named. Its value is kept for those who use it: requests hand it
 * on, answers carry it unseen until a revision shows it.
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

/** The same shape with other properties; which of them are required follows from the fields themselves. */
export function withProperties(
  { properties, required, ...options }: TObject,
  change: (name: string, field: TSchema) => [string, TSchema][],
): TObject {
  const entries = Object.entries(properties).flatMap(([name, field]) => change(name, field));
  // The type is kept, too: a shape that may be null may be so in every revision.
  return { ...Type.Object(Object.fromEntries<TSchema>(entries), options), type: options.type };
}
