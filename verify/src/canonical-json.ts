import { LogError } from './errors.js';

/** What entries consist of. Numbers are whole; amounts with decimals are strings. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Deeper than any entry, and far from where a stack ends. */
const maxDepth = 32;

/** The one spelling of a value in JSON (RFC 8785): keys sorted by UTF-16 code units, no spaces. */
export function canonicalJson(value: JsonValue, depth = 0): string {
  if (typeof value === 'string' && !/\p{Surrogate}/u.test(value)) return JSON.stringify(value);
  if (value === null || typeof value === 'boolean' || Number.isSafeInteger(value))
    return JSON.stringify(value);
  if (typeof value === 'object' && depth < maxDepth) {
    const write = (one: JsonValue): string => canonicalJson(one, depth + 1);
    if (Array.isArray(value)) return `[${value.map(write).join()}]`;
    const object = value as Readonly<Record<string, JsonValue>>;
    const fields = Object.keys(object)
      .sort()
      .map((key) => `${write(key)}:${write(object[key] as JsonValue)}`);
    return `{${fields.join()}}`;
  }
  throw new LogError('malformed-entry', 'It has a value that entries do not have, such as a fraction');
}
