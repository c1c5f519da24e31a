import { Type, type TSchema } from '@sinclair/typebox';
import type { RevisionAdapter } from '../../wire/revisions/revision.js';
import { examples } from '../../wire/examples.js';
import { fileExamples } from '../../wire/file-examples.js';
import type { ApiRoute } from '../route.js';
import { withReadOnlyFields } from '../read-only-fields.js';
import { publicSchema, type Components, type JsonSchema } from './public-schema.js';

export interface OperationContext {
  readonly adapter: RevisionAdapter;
  readonly components: Components;
}

/** One operation of the document. `isBelowAccount` selects the form below /accounts/{account_id}. */
export function operationOf(
  route: ApiRoute,
  tag: string,
  isBelowAccount: boolean,
  { adapter, components }: OperationContext,
): JsonSchema {
  const content = (model: TSchema, schema = adapter.schema(model)): JsonSchema => ({
    'application/json': {
      schema: publicSchema(schema, components),
      example: exampleOf(model, adapter),
    },
  });
  const takenBy = (body: TSchema): TSchema =>
    route.method === 'PATCH' && 'reply' in route
      ? withReadOnlyFields(adapter.schema(body), adapter.schema(route.reply))
      : adapter.schema(body);
  const answer = 'item' in route ? Type.Array(route.item) : route.reply;
  const isRepeatable = 'acceptsIdempotencyKey' in route && route.acceptsIdempotencyKey;
  const hasId = route.path.includes('/:id');
  return {
    operationId: isBelowAccount ? `${route.operation}OfAccount` : route.operation,
    tags: [tag],
    summary: route.summary,
    description: isBelowAccount
      ? 'For the account in the path: your own or any account below it.'
      : 'For your own account.',
    parameters: [
      ...(isBelowAccount ? [parameter('AccountId')] : []),
      ...(hasId ? [parameter('Id')] : []),
      ...(route.path.includes('/:delivery_id') ? [parameter('DeliveryId')] : []),
      ...(route.path.includes('/:agent_id') ? [parameter('AgentId')] : []),
      ...queryParameters(route.query),
      ...('item' in route ? [parameter('Limit'), parameter('Cursor')] : []),
      ...(isRepeatable ? [parameter('IdempotencyKey')] : []),
      parameter('ApiRevision'),
    ],
    ...(route.body && {
      // A change may be empty, but nothing can be created without a body.
      requestBody: {
        required: route.method === 'POST',
        content: { ...content(route.body, takenBy(route.body)), ...otherFormats(route) },
      },
    }),
    responses: {
      200: {
        description: 'Done',
        headers: answerHeaders('item' in route, isRepeatable),
        content: { ...content(answer), ...otherForms(route) },
      },
      400: refusalOf(route, components),
      401: response('Unauthorized'),
      403: response('Forbidden'),
      404: response('NotFound'),
      429: response('TooManyRequests'),
      500: response('Failed'),
      503: response('Unavailable'),
    },
  };
}

function refusalOf(route: ApiRoute, components: Components): JsonSchema {
  const refusal = 'refusal' in route ? route.refusal : undefined;
  if (!refusal) return response('Invalid');
  const schema = publicSchema(refusal, components);
  return {
    description: 'Something in the request is missing, malformed or against a rule',
    content: { 'application/json': { schema, example: examples[String(refusal.title)] } },
  };
}

const otherFormats = ({ body, formats }: ApiRoute): JsonSchema =>
  Object.fromEntries(
    Object.keys(formats ?? {}).map((type) => {
      const example = fileExamples[String(body?.['title'])]?.[type];
      return [type, { schema: { type: 'string' }, ...(example !== undefined && { example }) }];
    }),
  );

const otherForms = (route: ApiRoute): JsonSchema =>
  'renditions' in route
    ? Object.fromEntries(
        (route.renditions ?? []).map(({ mediaType }) => [
          mediaType,
          { schema: { type: 'string', format: 'binary' } },
        ]),
      )
    : {};

const parameter = (name: string): JsonSchema => ({ $ref: `#/components/parameters/${name}` });
const response = (name: string): JsonSchema => ({ $ref: `#/components/responses/${name}` });

const header = (name: string): JsonSchema => ({ $ref: `#/components/headers/${name}` });

const answerHeaders = (isList: boolean, isRepeatable: boolean): JsonSchema => ({
  'API-Revision': header('ApiRevision'),
  'X-Request-Id': header('RequestId'),
  'RateLimit-Limit': header('RateLimitLimit'),
  'RateLimit-Remaining': header('RateLimitRemaining'),
  'RateLimit-Reset': header('RateLimitReset'),
  ...(isList && { Link: header('Link') }),
  ...(isRepeatable && { 'Idempotent-Replayed': header('IdempotentReplayed') }),
});

const queryParameters = (query: TSchema | undefined): JsonSchema[] =>
  Object.entries((query?.['properties'] as Record<string, TSchema> | undefined) ?? {}).map(
    ([name, field]) => {
      const { description, ...schema } = publicSchema(field, new Map());
      const isRequired = (query?.['required'] as readonly string[] | undefined)?.includes(name) ?? false;
      return { name, in: 'query', description, ...(isRequired && { required: true }), schema };
    },
  );

/** The example in this revision, without fields that the schema does not have. */
function exampleOf(model: TSchema, adapter: RevisionAdapter): unknown {
  const example = structuredClone(exampleInModel(model));
  adapter.fromModel(model)?.(example);
  return prune(example, adapter.schema(model));
}

function exampleInModel(schema: TSchema): unknown {
  const items = schema['items'] as TSchema | undefined;
  return items ? [exampleInModel(items)] : examples[String(schema['title'])];
}

function prune(value: unknown, schema: TSchema): unknown {
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  if (Array.isArray(value)) return items ? value.map((item) => prune(item, items)) : value;
  if (!properties || value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const known = properties[name];
      return known ? [[name, prune(field, known)]] : [];
    }),
  );
}
