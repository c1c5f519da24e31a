import { Type, type Static, type StringOptions, type TSchema } from '@sinclair/typebox';
import { maxStandardPages } from '../features/paper/items.js';
import { defaultPaper } from '../features/paper/sheets.js';
import type { ExactNumber } from '../platform/exact-number.js';

/** A field with its description, which appears in the reference, the OpenAPI document and the SDK. */
export const Field = <T extends TSchema>(description: string, schema: T): T => ({ ...schema, description });

/** null or the schema, as one `type` list: it validates and serializes faster than a union. */
export const Nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [schema['type'] as string, 'null'],
    ...(Array.isArray(schema['enum']) ? { enum: [...(schema['enum'] as unknown[]), null] } : {}),
  });

/** A field that a request may omit; null means the same. */
export const Optional = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

/** A request body. Unknown fields are refused. */
export const Body = <T extends Record<string, TSchema>>(title: string, fields: T) =>
  Type.Object(fields, { title, additionalProperties: false });

export const OneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values });

/** One line of text from a person: trimmed, not empty, without control characters. */
export const SingleLineText = (maxLength: number, options: StringOptions = {}) =>
  Type.String({ ...options, minLength: 1, maxLength, trimmed: true });

/** Text from a person that may have several lines. */
export const MultilineText = (maxLength: number) => Type.String({ maxLength, format: 'text' });

/** Stored unchanged and never shown, so characters that are refused in other texts are allowed. */
export const Secret = (maxLength: number) => Type.String({ minLength: 1, maxLength, format: 'secret' });

/** Converted to lower case, as ids are stored and compared. */
export const Id = Type.String({ format: 'uuid', lowerCase: true });
export const Email = Type.String({ maxLength: 254, trimmed: true, format: 'email' });

/** In responses: always UTC, with seconds. */
export const Timestamp = Type.String({ format: 'date-time' });

/** In requests: ISO 8601 with Z or an offset, or a plain date (midnight UTC). */
export const TimestampInput = Type.String({ format: 'timestamp' });
const Day = (description: string) => Type.Optional(Type.String({ format: 'day', description }));

/** In responses: a number of things that are never very many. */
export const Count = Type.Integer();

/** In responses: sums of pages, of any size. */
export const PageCount = Type.Unsafe<ExactNumber>(Type.Integer());

/** In responses. */
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

/** At most one result: external ids are unique within each list. */
export const ExternalIdQuery = Type.Object({
  external_id: Type.Optional(SingleLineText(255, { description: 'Only the one with this external id' })),
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
