import { adapters, revisionNames } from '../../wire/revisions/index.js';
import type { Components, JsonSchema } from '../openapi/public-schema.js';
import { operationOf } from '../openapi/operation.js';
import { sharedComponents } from '../openapi/shared-components.js';
import type { ApiRoute } from '../route.js';

/** An argument of a tool, and where it goes in the request. */
export interface Argument {
  readonly in: 'path' | 'query' | 'header' | 'body';
  /** As the API calls it. */
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface ToolSchemas {
  readonly args: ReadonlyMap<string, Argument>;
  readonly input: JsonSchema & { type: 'object' };
  readonly output: JsonSchema & { type: 'object' };
}

/** How many entries of a list an answer has, if the client does not say. */
export const usualLimit = 50;

/** What OpenAPI says of these applies to HTTP. */
const inOtherWords: Readonly<Record<string, JsonSchema>> = {
  account_id: { description: 'The account: your own (the default) or one below it' },
  limit: { description: 'At most this many entries', default: usualLimit },
  cursor: { description: 'Where to go on: `next_cursor` of the answer before' },
};

/** Headers that are arguments. A tool has the revision of its key. */
const headerArguments: Readonly<Record<string, string>> = { 'Idempotency-Key': 'idempotency_key' };

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Operation {
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: { readonly 200: { readonly content: Content } };
}

type Content = Readonly<Record<'application/json', { readonly schema: JsonSchema }>>;

/** The schemas of a tool: those that the OpenAPI document has of its route, for accounts below, too. */
export function schemasOf(route: ApiRoute, revision: string): ToolSchemas {
  const adapter = adapters.get(revision);
  if (!adapter) throw new Error(`There is no revision ${revision}`);
  const components: Components = new Map();
  const operation = operationOf(route, '', true, { adapter, components }) as unknown as Operation;
  const { parameters } = sharedComponents(revision, revisionNames, adapter.requiresUserAgent);
  const shared = parameters as unknown as Readonly<Record<string, Parameter>>;
  const args = new Map<string, Argument>();
  for (const entry of operation.parameters) {
    const parameter = '$ref' in entry ? shared[lastOf(entry.$ref)] : entry;
    if (!parameter) throw new Error('The document refers to a parameter that it does not have');
    const name = parameter.in === 'header' ? headerArguments[parameter.name] : parameter.name;
    if (name !== undefined) args.set(name, argumentOf(name, parameter));
  }
  const body = operation.requestBody;
  if (body)
    args.set('body', {
      in: 'body',
      name: 'body',
      required: body.required,
      schema: withoutReferences(body.content['application/json'].schema, components),
    });
  const answer = operation.responses[200].content['application/json'].schema;
  return { args, input: inputOf(args), output: outputOf(route, withoutReferences(answer, components)) };
}

const argumentOf = (name: string, { in: place, name: known, ...parameter }: Parameter): Argument => ({
  in: place,
  name: known,
  // Without it, a tool is about the caller's own account.
  required: parameter.required === true && name !== 'account_id',
  schema: {
    ...parameter.schema,
    ...(parameter.description !== undefined && { description: parameter.description }),
    ...inOtherWords[name],
  },
});

const inputOf = (args: ReadonlyMap<string, Argument>): ToolSchemas['input'] => ({
  type: 'object',
  properties: Object.fromEntries([...args].map(([name, { schema }]) => [name, schema])),
  required: [...args].filter(([, { required }]) => required).map(([name]) => name),
  additionalProperties: false,
});

/** A result is an object, so lists become one. */
function outputOf(route: ApiRoute, answer: JsonSchema): ToolSchemas['output'] {
  if (answer['type'] !== 'array') return { ...answer, type: 'object' };
  const next = { type: 'string', description: 'Pass it as `cursor` to go on; absent at the end' };
  return {
    type: 'object',
    properties: { items: answer, ...('item' in route && { next_cursor: next }) },
    required: ['items'],
  };
}

const lastOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/**
 * Puts named schemas where they are used: many clients do not follow references. Leaves out how many decimals a number has, which
 * validators calculate with binary fractions and so refuse 0.07.
 */
function withoutReferences(schema: JsonSchema, components: Components): JsonSchema {
  const { $ref: reference, multipleOf: _, ...rest } = schema;
  const named = typeof reference === 'string' ? (components.get(lastOf(reference)) ?? {}) : {};
  return Object.fromEntries(
    Object.entries({ ...named, ...rest }).map(([name, value]) => [name, resolved(value, components)]),
  );
}

function resolved(value: unknown, components: Components): unknown {
  if (Array.isArray(value)) return value.map((entry) => resolved(entry, components));
  return value !== null && typeof value === 'object'
    ? withoutReferences(value as JsonSchema, components)
    : value;
}
