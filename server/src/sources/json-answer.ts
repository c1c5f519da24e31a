import { exceededLimit } from '../platform/limits/json-limits.js';
import { SourceError } from '@regrove/printers/source-error';

type JsonLimits = Parameters<typeof exceededLimit>[1];

/** JSON from a server that is not trusted. */
export function parseJson(text: string, limits: JsonLimits): unknown {
  if (exceededLimit(text, limits) !== undefined)
    throw new SourceError('badAnswer', 'the answer has far more values than expected');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SourceError('badAnswer', 'the answer is not JSON', { cause: error });
  }
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The answer, if it is a list; some servers wrap the list in an object. */
export function onlyListIn(answer: unknown): readonly unknown[] | undefined {
  if (isList(answer)) return answer;
  const lists = Object.values(answer ?? {}).filter(isList);
  return lists.length === 1 ? lists[0] : undefined;
}

/** The value at a path of field names. */
export const valueAt = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null
        ? (part as Readonly<Record<string, unknown>>)[name]
        : undefined,
    value,
  );

/** A name or number as text; anything else is empty. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
