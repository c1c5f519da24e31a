import type { TSchema } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { answerWriter } from '../../wire/revisions/answer-writer.js';
import { adapters, defaultRevision } from '../../wire/revisions/index.js';
import type { RevisionAdapter } from '../../wire/revisions/revision.js';
import { dropFields, readOnlyFields } from '../read-only-fields.js';
import { bodyCheck } from './body-check.js';
import { revisionOf } from './request-state.js';
import { schemaError } from './schema-error.js';

/** Converts between a route, which knows only the model, and a caller of any revision. */
export interface Codec {
  /** Checks a body against the caller's revision and returns it in the form of the model. */
  readonly readBody: (body: unknown) => Promise<unknown>;
  /** The response as JSON text in the caller's revision. */
  readonly write: (answer: unknown) => string;
}

export const codecOf = (codecs: ReadonlyMap<string, Codec>, request: FastifyRequest): Codec => {
  const codec = codecs.get(revisionOf(request).name);
  if (!codec) throw new Error('The route does not know the revision');
  return codec;
};

type Codecs = ReadonlyMap<string, Codec>;

type Cache = WeakMap<object, WeakMap<TSchema, Codecs>>;

const noBody: object = {};
const codecs: Cache = new WeakMap();
const codecsOfChanges: Cache = new WeakMap();

/**
 * One codec per revision. Routes are mounted at two paths and schemas are shared, so each pair of schemas has one set of codecs.
 */
export const codecsOf = (body: TSchema | undefined, answer: TSchema): Codecs =>
  cached(codecs, body, answer, (name, adapter) => body && bodyReader(body, name, adapter));

/** The same for changes of a resource, which is also the response. Read-only fields in the body are ignored. */
export const codecsForChanges = (body: TSchema, answer: TSchema): Codecs =>
  cached(codecsOfChanges, body, answer, (name, adapter) => {
    const read = bodyReader(body, name, adapter);
    const readOnly = Object.keys(readOnlyFields(adapter.schema(body), adapter.schema(answer)));
    return (given) => {
      dropFields(given, readOnly);
      return read(given);
    };
  });

type ReaderOf = (revision: string, adapter: RevisionAdapter) => Codec['readBody'] | undefined;

function cached(cache: Cache, body: TSchema | undefined, answer: TSchema, readerOf: ReaderOf): Codecs {
  const ofBody = cache.get(body ?? noBody) ?? new WeakMap<TSchema, Codecs>();
  cache.set(body ?? noBody, ofBody);
  const known = ofBody.get(answer) ?? makeCodecs(answer, readerOf);
  ofBody.set(answer, known);
  return known;
}

const asGiven: Codec['readBody'] = (body) => Promise.resolve(body);

const makeCodecs = (answer: TSchema, readerOf: ReaderOf): Codecs =>
  new Map(
    [...adapters].map(([name, adapter]) => [
      name,
      {
        readBody: lazily(() => readerOf(name, adapter) ?? asGiven),
        write: lazily(() => answerWriter(answer, adapter)),
      },
    ]),
  );

/** Compiled on first use: startup would otherwise wait for hundreds of schemas, few of which are used soon. */
function lazily<Input, Output>(compile: () => (input: Input) => Output): (input: Input) => Output {
  let compiled: ((input: Input) => Output) | undefined;
  return (input) => (compiled ??= compile())(input);
}

function bodyReader(model: TSchema, name: string, adapter: RevisionAdapter): Codec['readBody'] {
  const schema = adapter.schema(model);
  const validate = bodyCheck(schema);
  const toModel = adapter.toModel(model);
  const known = fieldNames(schema);
  const elsewhere = (field: string): string | undefined => {
    if (known.has(field)) return undefined;
    const having = [...adapters].filter(([, other]) => fieldNames(other.schema(model)).has(field));
    const names = having.map(([other]) => other);
    return names.includes(defaultRevision) ? defaultRevision : names[0];
  };
  return async (body) => {
    const errors = await validate(body);
    if (errors) throw schemaError(errors, { revision: name, elsewhere });
    toModel?.(body);
    return body;
  };
}

/** The names of all fields in the schema, at any depth. */
function fieldNames(schema: TSchema): Set<string> {
  const { properties = {}, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  const inner = [...Object.values(properties), ...(items ? [items] : [])];
  return new Set([...Object.keys(properties), ...inner.flatMap((field) => [...fieldNames(field)])]);
}
