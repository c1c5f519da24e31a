import type { TSchema } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { distances } from '../../revisions/index.js';
import type { Distance } from '../../revisions/revision.js';
import { jsonWriter } from '../../wire/json-writer.js';
import { bodyCheck } from './body-check.js';
import { revisionOf } from './request-state.js';
import { schemaError } from './schema-error.js';

/** What stands between a route, which knows only the newest revision, and a caller of another one. */
export interface Codec {
  /** Checks a body as the caller's revision has it and hands on its newest form. */
  readonly readBody: (body: unknown) => Promise<unknown>;
  /** The answer as JSON text in the caller's revision. */
  readonly write: (answer: unknown) => string;
}

export const codecOf = (codecs: ReadonlyMap<string, Codec>, request: FastifyRequest): Codec => {
  const codec = codecs.get(revisionOf(request).name);
  if (!codec) throw new Error('The route does not know the revision');
  return codec;
};

type Codecs = ReadonlyMap<string, Codec>;

const noBody: object = {};
const known = new WeakMap<object, WeakMap<TSchema, Codecs>>();

/** One codec for every revision. A route is mounted at two paths, and shapes are shared: each pair has one set of codecs. */
export function codecsOf(body: TSchema | undefined, answer: TSchema): Codecs {
  const ofBody = known.get(body ?? noBody) ?? new WeakMap<TSchema, Codecs>();
  known.set(body ?? noBody, ofBody);
  const codecs = ofBody.get(answer) ?? makeCodecs(body, answer);
  ofBody.set(answer, codecs);
  return codecs;
}

const makeCodecs = (body: TSchema | undefined, answer: TSchema): Codecs =>
  new Map(
    [...distances].map(([name, distance]) => [
      name,
      {
        readBody: body ? lazily(() => bodyReader(body, name, distance)) : (given) => Promise.resolve(given),
        write: lazily(() => writer(answer, distance)),
      },
    ]),
  );

/** Compiled when it is first needed: a start would otherwise wait for hundreds of which few are used soon. */
function lazily<Input, Output>(compile: () => (input: Input) => Output): (input: Input) => Output {
  let compiled: ((input: Input) => Output) | undefined;
  return (input) => (compiled ??= compile())(input);
}

function bodyReader(newest: TSchema, name: string, distance: Distance): Codec['readBody'] {
  const schema = distance.schema(newest);
  const validate = bodyCheck(schema);
  const upgrade = distance.upgrade(newest);
  const known = fieldNames(schema);
  const elsewhere = (field: string): string | undefined => {
    if (known.has(field)) return undefined;
    for (const [other, { schema: ofOther }] of distances) {
      if (other !== name && fieldNames(ofOther(newest)).has(field)) return other;
    }
    return undefined;
  };
  return async (body) => {
    const errors = await validate(body);
    if (errors) throw schemaError(errors, { revision: name, elsewhere });
    upgrade?.(body);
    return body;
  };
}

function writer(newest: TSchema, distance: Distance): Codec['write'] {
  const serialize: Codec['write'] = jsonWriter(distance.schema(newest));
  const downgrade = distance.downgrade(newest);
  if (!downgrade) return serialize;
  return (answer) => {
    downgrade(answer);
    return serialize(answer);
  };
}

/** Every field that the schema names, at any depth. */
function fieldNames(schema: TSchema): Set<string> {
  const { properties = {}, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  const inner = [...Object.values(properties), ...(items ? [items] : [])];
  return new Set([...Object.keys(properties), ...inner.flatMap((field) => [...fieldNames(field)])]);
}
