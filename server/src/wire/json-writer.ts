import { Type, type TSchema } from '@sinclair/typebox';
import fastJson from 'fast-json-stringify';

/** The parts from which fast-json-stringify builds a compiled writer. */
interface WriterParts {
  readonly serializer: NumberSerializer;
}

interface NumberSerializer {
  asInteger(this: NumberSerializer, value: unknown): string;
  asNumber(this: NumberSerializer, value: unknown): string;
}

const build = fastJson as unknown as {
  (schema: object, options: { mode: 'debug' }): WriterParts;
  restore(parts: WriterParts): (answer: unknown) => string;
};

/** JSON that is already written, as the value of a field of `WrittenObject`. */
export class WrittenJson {
  constructor(readonly text: string) {}
}

/** Marks schemas of values that are `WrittenJson`. A symbol, so that it is not part of the OpenAPI document. */
const isWritten = Symbol('written');

/** A field with an object whose schema depends on other fields, so that it is written before the response. */
export const WrittenObject = Type.Unsafe<WrittenJson>({
  type: 'object',
  additionalProperties: true,
  [isWritten]: true,
});

/**
 * Writes responses as JSON. The digits of an `ExactNumber` that is a string are written unchanged, and so is `WrittenJson`, which
 * the library takes for a number.
 */
export function jsonWriter(schema: TSchema): (answer: unknown) => string {
  const parts = build(withNullable(schema) as object, { mode: 'debug' });
  const { serializer } = parts;
  const asInteger = serializer.asInteger.bind(serializer);
  const asNumber = serializer.asNumber.bind(serializer);
  serializer.asInteger = (value) => (typeof value === 'string' ? digitsOf(value) : asInteger(value));
  serializer.asNumber = (value) => {
    if (value instanceof WrittenJson) return value.text;
    return typeof value === 'string' ? digitsOf(value) : asNumber(value);
  };
  return build.restore(parts);
}

function digitsOf(text: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new Error(`The value "${text}" is not a number.`);
  return text;
}

const isNumeric = /^(integer|number)$/;

/**
 * Uses `nullable` for a number or null: the library writes a list of types by the type of the value, and a string would not
 * match.
 */
function withNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNullable);
  if (schema === null || typeof schema !== 'object') return schema;
  if (isWritten in schema) return { type: 'number' };
  const inner = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, withNullable(part)]));
  const { type } = inner;
  if (!Array.isArray(type) || type.length !== 2 || type[1] !== 'null' || !isNumeric.test(String(type[0])))
    return inner;
  return { ...inner, type: type[0] as string, nullable: true };
}
