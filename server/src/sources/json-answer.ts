import { exceededLimit } from '../platform/limits/json-limits.js';
import { SourceError } from './source-error.js';

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

/** The answer, if it is a list; some servers wrap the list in an object. */
export function onlyListIn(answer: unknown): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer;
  const lists = Object.values(answer ?? {}).filter((value): value is unknown[] => Array.isArray(value));
  return lists.length === 1 ? lists[0] : undefined;
}

/** The value at a path of field names. */
export const within = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null
        ? (part as Readonly<Record<string, unknown>>)[name]
        : undefined,
    value,
  );
