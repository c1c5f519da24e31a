import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireAccessibleAccount } from '../../features/accounts/require-accessible-account.js';
import { countAndAdmit } from './admission.js';
import type { ApiOptions } from './api-options.js';
import { requireCaller } from './authentication.js';
import { findStoredResponse } from './idempotency.js';
import { parseJsonBodies } from './json-body.js';
import { mountList } from './mount-list.js';
import { mountRoute } from './mount-route.js';
import { mountStreamed } from './mount-streamed.js';
import { originatingRequest } from './internal-request.js';
import { refusePlainHttp } from './plain-http.js';
import {
  callerOf,
  contextOf,
  declareRequestState,
  pathOf,
  revisionOf,
  inheritAdmission,
} from './request-state.js';
import { requireScope } from './key-scopes.js';
import { requestedRevision } from './requested-revision.js';
import { holdClockForChange, wakeSandboxAfterChanges } from './sandbox-changes.js';
import { HttpError } from './http-error.js';
import { isBrowserOnOwnPage, requireDescriptiveUserAgent } from './user-agent.js';

const childPrefix = '/accounts/:account_id';

/** Everything under /v1. The hooks are in the order in which a request is checked. */
export function mountApi(app: FastifyInstance, options: ApiOptions): void {
  const { context, keys, routes } = options;
  parseJsonBodies(app);
  declareRequestState(app);

  refusePlainHttp(app);
  app.addHook('onRequest', async (request, reply) => {
    const asking = originatingRequest(request);
    const entrance = asking
      ? { caller: callerOf(asking) }
      : await requireCaller(request, reply, context, keys);
    const { caller } = entrance;
    request.caller = caller;
    // An error about an unknown revision is sent in the caller's revision.
    reply.header('API-Revision', caller.revision);
    const revision = requestedRevision(request.headers['api-revision'], caller.revision);
    request.revision = revision;
    reply.header('API-Revision', revision.name);
    // Only programs must identify themselves; people use a browser.
    if (revision.requiresUserAgent && caller.actor.kind === 'key' && !isBrowserOnOwnPage(request))
      requireDescriptiveUserAgent(request.headers['user-agent']);
    if (asking) inheritAdmission(request, asking);
    else await countAndAdmit(request, reply, entrance, options);
  });
  // Before anything that a key with a scope must not learn: which paths and accounts exist, what was answered before.
  app.addHook('onRequest', (request, _, done) => {
    requireScope(request);
    done();
  });
  app.addHook('onRequest', async (request) => {
    if (!revisionOf(request).hasPath(ownPath(request.routeOptions.url))) throw noSuchPath(request);
    request.storedResponse = await findStoredResponse(request);
    if (request.storedResponse) return;
    holdClockForChange(request);
    const { account_id: accountId } = request.params as { account_id?: string };
    const caller = callerOf(request);
    request.account =
      accountId === undefined
        ? caller
        : await requireAccessibleAccount(contextOf(request).db, caller.id, accountId);
  });
  wakeSandboxAfterChanges(app);
  app.setNotFoundHandler((request) => {
    throw noSuchPath(request);
  });

  for (const route of routes) {
    for (const prefix of ['', childPrefix]) {
      if ('item' in route) mountList(app, options, route, prefix + route.path);
      else if ('stream' in route) mountStreamed(app, route, prefix + route.path);
      else mountRoute(app, route, prefix + route.path);
    }
  }
}

/** The path of a route without the prefixes it is mounted below. */
const ownPath = (url: string | undefined): string =>
  (url ?? '').replace(/^\/v1/, '').replace(childPrefix, '');

const noSuchPath = (request: FastifyRequest): HttpError =>
  new HttpError(404, `There is no ${request.method} ${pathOf(request)}`);
