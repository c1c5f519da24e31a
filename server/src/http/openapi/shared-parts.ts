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
  'Retry-After': { description: 'Seconds to wait before the next try', schema: { type: 'integer' } },
};

/** What operations have in common. */
export const sharedParts = (
  revision: string,
  revisionNames: readonly string[],
  requiresUserAgent: boolean,
) => ({
  securitySchemes: {
    basic: { type: 'http', scheme: 'basic', description: 'The API key as the username, an empty password.' },
    bearer: { type: 'http', scheme: 'bearer', description: 'The API key.' },
  },
  parameters: {
    AccountId: parameter('path', 'account_id', plain(Id), 'Whose data: your own account or one below it'),
    Id: parameter('path', 'id', plain(Id), 'Which one'),
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
      'Where the page begins: taken from the Link header of the page before',
    ),
    IdempotencyKey: parameter(
      'header',
      'Idempotency-Key',
      { type: 'string', minLength: 1, maxLength: 255 },
      'The same key and body within 24 hours give the first answer again, and nothing happens twice',
    ),
    ApiRevision: parameter(
      'header',
      'API-Revision',
      // What another revision answers is not what this document says.
      { type: 'string', enum: [revision] },
      'Asks for this revision; otherwise it is the one that the key is pinned to',
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
    RequestId: { description: 'To quote when something fails', schema: { type: 'string', format: 'uuid' } },
    RateLimitLimit: { description: 'Requests a minute', schema: { type: 'integer' } },
    RateLimitRemaining: { description: 'Requests left in this minute', schema: { type: 'integer' } },
    RateLimitReset: { description: 'Seconds until all are there again', schema: { type: 'integer' } },
    IdempotentReplayed: {
      description: 'true when this is the answer to an earlier request with the same Idempotency-Key',
      schema: { type: 'string', enum: ['true'] },
    },
  },
  responses: {
    Invalid: failure(
      400,
      'Something in the request is missing, malformed or against a rule',
      'pages is required',
    ),
    Unauthorized: failure(401, 'No key, or not a valid one', 'The API key is not valid'),
    Forbidden: failure(
      403,
      requiresUserAgent
        ? 'The key may not do this, or no User-Agent says which software is calling'
        : 'The key may not do this',
      'An account cannot deactivate itself',
    ),
    NotFound: failure(404, 'It does not exist, or not for you', 'There is no such account'),
    TooManyRequests: failure(
      429,
      'Too many requests',
      'Rate limit exceeded: at most 600 requests per minute',
      retryAfter,
    ),
    Failed: failure(500, 'Internal server error', 'Internal server error'),
    Unavailable: failure(
      503,
      'Away for the moment',
      'The database is not reachable at the moment; try again shortly',
      retryAfter,
    ),
  },
});

export const errorSchema = plain(
  Type.Object({
    code: Type.Integer({ description: 'The HTTP status' }),
    error: Type.String({ description: 'What was wrong, for a person to read' }),
  }),
);
