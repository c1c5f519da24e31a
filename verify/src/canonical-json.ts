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
  const write = (one: JsonValue): string => canonicalJson(one, depth + 1);
  if (
    value === null ||
    typeof value === 'boolean' ||
    Number.isSafeInteger(value) ||
    (typeof value === 'string' && !/\p{Surrogate}/u.test(value))
  )
    return JSON.stringify(value);
  if (typeof value !== 'object' || depth >= maxDepth)
    throw new LogError('malformed-entry', 'A value that entries do not have, such as a fraction');
  if (Array.isArray(value)) return `[${value.map(write).join()}]`;
  const fields = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map((pair) => pair.map(write).join(':'));
  return `{${fields.join()}}`;
}
