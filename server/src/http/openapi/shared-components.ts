import { Type } from '@sinclair/typebox';
import { Id } from '../../wire/fields.js';
import { publicSchema, type JsonSchema } from './public-schema.js';

const plain = (schema: Parameters<typeof publicSchema>[0]): JsonSchema => publicSchema(schema, new Map());

const parameter = (
  where: 'path' | 'query' | 'header',
  name: string,
  schema: JsonSchema,
  description: string,
) => ({
  name,
  in: where,
  description,
  ...(where === 'path' && { required: true }),
  schema,
});

const failure = (code: number, description: string, error: string, headers?: JsonSchema): JsonSchema => ({
  description,
  ...(headers && { headers }),
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' }, example: { code, error } },
  },
});

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' } },
};

/** Shared by all operations. */
export const sharedComponents = (
  revision: string,
  revisionNames: readonly string[],
  requiresUserAgent: boolean,
) => ({
  securitySchemes: {
    basic: { type: 'http', scheme: 'basic', description: 'The API key as the username, an empty password.' },
    bearer: { type: 'http', scheme: 'bearer', description: 'The API key.' },
  },
  parameters: {
    AccountId: parameter('path', 'account_id', plain(Id), 'The account: your own or one below it'),
    Id: parameter('path', 'id', plain(Id), 'Which one'),
    DeliveryId: parameter('path', 'delivery_id', plain(Id), 'Which delivery'),
    AgentId: parameter('path', 'agent_id', plain(Id), 'Which agent'),
    Limit: parameter(
      'query',
      'limit',
      { type: 'integer', minimum: 1, maximum: 1000 },
      'Read the list in pages of this size',
    ),
    Cursor: parameter(
      'query',
      'cursor',
      { type: 'string' },
      'Start of the page: from the Link header of the previous page',
    ),
    IdempotencyKey: parameter(
      'header',
      'Idempotency-Key',
      { type: 'string', minLength: 1, maxLength: 255 },
      'With the same key and body within 24 hours you get the first response again, and nothing happens twice',
    ),
    ApiRevision: parameter(
      'header',
      'API-Revision',
      // Other revisions have other responses than this document describes.
      { type: 'string', enum: [revision] },
      'Selects a revision; default: the one that the key is pinned to',
    ),
  },
  headers: {
    ApiRevision: {
      description: 'The revision that was used',
      schema: { type: 'string', enum: revisionNames },
    },
    Link: {
      description: 'With rel="next", the address of the next page; absent on the last',
      schema: { type: 'string' },
    },
    RequestId: {
      description: 'Quote it when you report an error',
      schema: { type: 'string', format: 'uuid' },
    },
    RateLimitLimit: { description: 'Requests a minute', schema: { type: 'integer' } },
    RateLimitRemaining: { description: 'Requests left in this minute', schema: { type: 'integer' } },
    RateLimitReset: { description: 'Seconds until the limit resets', schema: { type: 'integer' } },
    IdempotentReplayed: {
      description: 'true if this is the response to an earlier request with the same Idempotency-Key',
      schema: { type: 'string', enum: ['true'] },
    },
  },
  responses: {
    Invalid: failure(
      400,
      'Something in the request is missing, malformed or against a rule',
      'pages is required',
    ),
    Unauthorized: failure(401, 'No key, or an invalid one', 'The API key is not valid'),
    Forbidden: failure(
      403,
      requiresUserAgent
        ? 'The key is not allowed to do this, or the User-Agent does not identify your software'
        : 'The key is not allowed to do this',
      'An account cannot deactivate itself',
    ),
    NotFound: failure(404, 'It does not exist, or you cannot access it', 'There is no such account'),
    TooManyRequests: failure(
      429,
      'Too many requests',
      'Rate limit exceeded: at most 600 requests per minute',
      retryAfter,
    ),
    Failed: failure(500, 'Internal server error', 'Internal server error'),
    Unavailable: failure(
      503,
      'Temporarily unavailable',
      'The database is not reachable at the moment; try again shortly',
      retryAfter,
    ),
  },
});

export const errorSchema = plain(
  Type.Object({
    code: Type.Integer({ description: 'The HTTP status' }),
    error: Type.String({ description: 'What was wrong, in plain English' }),
  }),
);
