import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../accounts/account.js';
import { reachAccount } from '../../accounts/reach.js';
import type { KeyHolder } from '../../keys/key-store.js';
import type { Context } from '../../platform/context.js';
import { isUuid } from '../../platform/ids.js';
import type { Call, ListRoute, Route } from '../route.js';
import { requireKey } from './authentication.js';
import { answerOnce, idempotencyKey } from './idempotency.js';
import { parseJsonBodies } from './json-body.js';
import { sendList } from './list-reply.js';
import { createFailureLimit, createRequestLimit } from './rate-limits.js';
import { requestedRevision } from './requested-revision.js';
import { HttpError } from './status.js';
import { requireDescriptiveUserAgent } from './user-agent.js';
import { compileSchema } from '../../wire/validation.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the key is known. */
    caller: KeyHolder | undefined;
    /** Set once the account in scope is known to be in the caller's reach. */
    account: Account | undefined;
  }
}

export interface ApiOptions {
  readonly context: Context;
  readonly baseUrl: () => string;
  readonly rateLimit: number;
  readonly routes: readonly (Route | ListRoute)[];
}

const childPrefix = '/accounts/:account_id';
const emptyBody = { type: 'object', additionalProperties: false, properties: {} };

/** Everything under /v1. The hooks stand in the order in which a request is judged. */
export function mountApi(app: FastifyInstance, options: ApiOptions): void {
  const { context, rateLimit, routes } = options;
  const failures = createFailureLimit();
  const requests = createRequestLimit(rateLimit);
  parseJsonBodies(app);
  app.setValidatorCompiler(({ schema }) => compileSchema(schema as object));
  app.decorateRequest('caller', undefined);
  app.decorateRequest('account', undefined);

  app.addHook('onRequest', (request, _, done) => {
    done(request.protocol === 'https' ? undefined : new HttpError(403, 'The API is served over HTTPS only'));
  });
  app.addHook('onRequest', async (request, reply) => {
    const caller = await requireKey(request, reply, context.db, failures);
    reply.header('API-Revision', requestedRevision(request.headers['api-revision'], caller.revision));
    requireDescriptiveUserAgent(request.headers['user-agent']);
    await requests.take(caller.keyId, reply);
    request.caller = caller;
  });
  app.addHook('onRequest', async (request) => {
    const { account_id: accountId } = request.params as { account_id?: string };
    const caller = callerOf(request);
    request.account = accountId === undefined ? caller : await reachAccount(context.db, caller.id, accountId);
  });
  app.setNotFoundHandler((request) => {
    throw new HttpError(404, `There is no ${request.method} ${request.url.split('?')[0] ?? ''}`);
  });

  for (const route of routes) {
    for (const prefix of ['', childPrefix]) {
      if ('item' in route) mountList(app, options, route, prefix + route.path);
      else mountRoute(app, options, route, prefix + route.path);
    }
  }
}

function mountRoute(app: FastifyInstance, options: ApiOptions, route: Route, url: string): void {
  const { context } = options;
  const { method, query, reply: answer, permit, find, handle, repeatable } = route;
  const schema = {
    ...(query && { querystring: query }),
    ...(method !== 'GET' && { body: route.body ?? emptyBody }),
    response: { 200: answer },
  };
  app.route({
    method,
    url,
    schema,
    onRequest: async (request) => {
      const account = accountOf(request);
      permit?.(account, callerOf(request), idOf(request));
      if (url.includes('/:id') && !isUuid(idOf(request)))
        throw new HttpError(404, 'There is nothing with this id');
      await find?.(context, account, idOf(request));
    },
    preValidation: (request, _, done) => {
      if (request.body === undefined) request.body = {};
      done();
    },
    handler: async (request, reply) => {
      const key = repeatable ? idempotencyKey(request.headers['idempotency-key']) : undefined;
      if (key === undefined) return handle(callOf(options, context, request));
      return answerRepeatable(options, route, request, reply, key);
    },
  });
}

async function answerRepeatable(
  options: ApiOptions,
  { handle }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
): Promise<FastifyReply> {
  const { id: account, keyId } = callerOf(request);
  const path = request.url.split('?')[0] ?? '';
  const identity = { keyId, method: request.method, path, key };
  const { answer, replayed } = await answerOnce(
    options.context,
    account,
    identity,
    request.body,
    async (context) => reply.serialize((await handle(callOf(options, context, request))) as object) as string,
  );
  if (replayed) reply.header('Idempotent-Replayed', 'true');
  // Already JSON text; without this it would be serialized once more.
  return reply.type('application/json; charset=utf-8').serializer(String).send(answer);
}

function mountList(app: FastifyInstance, options: ApiOptions, route: ListRoute, url: string): void {
  app.route({
    method: 'GET',
    url,
    ...(route.query && { schema: { querystring: route.query } }),
    handler: (request, reply) =>
      sendList(route, callOf(options, options.context, request) as Call<undefined, unknown>, request, reply),
  });
}

const callOf = (options: ApiOptions, context: Context, request: FastifyRequest): Call<unknown, unknown> => ({
  context,
  caller: callerOf(request),
  account: accountOf(request),
  id: idOf(request),
  body: request.body,
  query: request.query,
  baseUrl: options.baseUrl(),
});

const idOf = (request: FastifyRequest): string => (request.params as { id?: string }).id ?? '';

function callerOf(request: FastifyRequest): KeyHolder {
  if (!request.caller) throw new Error('The request was not authenticated');
  return request.caller;
}

function accountOf(request: FastifyRequest): Account {
  if (!request.account) throw new Error('The request has no account in scope');
  return request.account;
}
