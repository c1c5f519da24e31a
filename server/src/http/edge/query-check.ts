import type { TSchema } from '@sinclair/typebox';
import { shorten } from '../../platform/text/shorten.js';
import { compileSchema } from '../../wire/validation.js';
import { schemaError } from './schema-error.js';
import { HttpError } from './http-error.js';

type Query = Readonly<Record<string, unknown>>;

/** Parameters of every list, in addition to its own. */
export const pageParameters = ['limit', 'cursor'];

/** Refuses unknown parameters, repeated parameters and invalid values. `more` are known parameters that are read elsewhere. */
export function queryCheck(
  schema: TSchema | undefined,
  more: readonly string[] = [],
): (query: unknown) => void {
  const known = [...Object.keys((schema?.['properties'] ?? {}) as object), ...more];
  let validate: ReturnType<typeof compileSchema> | undefined;
  return (given) => {
    const query = given as Query;
    for (const name of Object.keys(query)) requireKnownOnce(name, query, known);
    if (!schema) return;
    // Compiled on first use, like the codecs.
    validate ??= compileSchema(schema);
    if (!validate(query)) throw schemaError(validate.errors);
  };
}

function requireKnownOnce(name: string, query: Query, known: readonly string[]): void {
  if (name === '') throw new HttpError(400, 'The query must not contain a parameter without a name');
  if (!known.includes(name))
    throw new HttpError(400, `${shorten(name)} is not a known query parameter: ${advice(known)}`);
  if (Array.isArray(query[name])) throw new HttpError(400, `${name} is given twice: it must have one value`);
}

const words = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const advice = (known: readonly string[]): string =>
  known.length === 0 ? 'this operation has none' : `use ${words.format(known)}`;
