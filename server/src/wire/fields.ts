import { Type, type Static, type StringOptions, type TSchema } from '@sinclair/typebox';
import { maxStandardPages } from '../features/paper/items.js';
import { defaultPaper } from '../features/paper/sheets.js';
import type { ExactNumber } from '../platform/exact-number.js';

/** A field of a shape with its description, which the reference, the OpenAPI document and the SDK show. */
export const Field = <T extends TSchema>(description: string, schema: T): T => ({ ...schema, description });

/** null or the schema, as one `type` list: it validates and serializes faster than a union. */
export const Nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [schema['type'] as string, 'null'],
    ...(Array.isArray(schema['enum']) ? { enum: [...(schema['enum'] as unknown[]), null] } : {}),
  });

/** A field that a request may leave out; null means the same. */
export const Optional = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

/** A request body: fields that are not listed are refused. */
export const Body = <T extends Record<string, TSchema>>(title: string, fields: T) =>
  Type.Object(fields, { title, additionalProperties: false });

export const OneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values });

/** One line of text from a person: trimmed, not empty, without control characters. */
export const Line = (maxLength: number, options: StringOptions = {}) =>
  Type.String({ ...options, minLength: 1, maxLength, trimmed: true });

/** What a person wrote that may have several lines. */
export const Prose = (maxLength: number) => Type.String({ maxLength, format: 'text' });

/** Kept to the letter and never shown, so it may have what no other text may. */
export const Secret = (maxLength: number) => Type.String({ minLength: 1, maxLength, format: 'secret' });

/** In requests it may be written in capitals, and is read in lower case, as ids are kept and compared. */
export const Id = Type.String({ format: 'uuid', lowerCase: true });
export const Email = Type.String({ maxLength: 254, trimmed: true, format: 'email' });

/** In answers: always UTC, to the second. */
export const Timestamp = Type.String({ format: 'date-time' });

/** In requests: ISO 8601 with Z or an offset, or a plain date (midnight UTC). */
export const TimestampInput = Type.String({ format: 'timestamp' });
const Day = (description: string) => Type.Optional(Type.String({ format: 'day', description }));

/** In answers: how many there are of something that nobody has very many of. */
export const Count = Type.Integer();

/** In answers: sums of pages, however large. */
export const PageCount = Type.Unsafe<ExactNumber>(Type.Integer());

/** In answers. */
export const Decimal = Type.Unsafe<ExactNumber>(Type.Number());

export const Pages = Type.Integer({ minimum: 1, maximum: maxStandardPages });
const side = { exclusiveMinimum: 0, maximum: 1000 };
export const PaperWidth = Type.Number({ ...side, default: defaultPaper.width });
export const PaperLength = Type.Number({ ...side, default: defaultPaper.length });
export const PaperWeight = Type.Integer({ minimum: 1, maximum: 10_000, default: defaultPaper.gsm });

export const DayRangeQuery = Type.Object({
  start_date: Day('First day, in UTC'),
  end_date: Day('Last day, in UTC'),
});

/** The one thing that you call so, or none: external ids are unique where they are asked for. */
export const ExternalIdQuery = Type.Object({
  external_id: Type.Optional(Line(255, { description: 'Only the one with this external id' })),
});

export const VolumeQuery = Type.Object({
  start_date: Day('One end of the range; default: the last day of this month'),
  end_date: Day('The other end of the range; default: the first day of this month a year ago'),
});

export const Deleted = Type.Object(
  { id: Field('Its id.', Id), deleted: Field('Always `true`.', Type.Literal(true)) },
  { title: 'Deleted' },
);

export const deleted = (id: string): Static<typeof Deleted> => ({ id, deleted: true });
