import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireAccessibleAccount } from '../../features/accounts/require-accessible-account.js';
import type { ApiOptions } from './api-options.js';
import { payingAccount, requireCaller } from './authentication.js';
import { findStoredResponse } from './idempotency.js';
import { parseJsonBodies } from './json-body.js';
import { mountList } from './mount-list.js';
import { mountRoute } from './mount-route.js';
import { mountStreamed } from './mount-streamed.js';
import { entrancePassedOn } from './passed-on.js';
import { refusePlainHttp } from './plain-http.js';
import {
  admit,
  admitToSandbox,
  callerOf,
  contextOf,
  declareRequestState,
  pathOf,
  revisionOf,
} from './request-state.js';
import { requireScope } from './key-scopes.js';
import { requestedRevision } from './requested-revision.js';
import { holdClockForChange, wakeSandboxAfterChanges } from './sandbox-changes.js';
import { HttpError } from './status.js';
import { isFromOwnPage, requireDescriptiveUserAgent } from './user-agent.js';

const childPrefix = '/accounts/:account_id';

/** Everything under /v1. The hooks are in the order in which a request is checked. */
export function mountApi(app: FastifyInstance, options: ApiOptions): void {
  const { context, requests, shares, keys, routes } = options;
  parseJsonBodies(app);
  declareRequestState(app);

  refusePlainHttp(app);
  app.addHook('onRequest', async (request, reply) => {
    const passedOn = entrancePassedOn(request);
    const entrance = passedOn ?? (await requireCaller(request, reply, context, keys));
    const { caller, sandbox } = entrance;
    request.caller = caller;
    // An error about an unknown revision is sent in the caller's revision.
    reply.header('API-Revision', caller.revision);
    const revision = requestedRevision(request.headers['api-revision'], caller.revision);
    request.revision = revision;
    reply.header('API-Revision', revision.name);
    // Only programs must identify themselves; people use a browser.
    if (revision.requiresUserAgent && caller.actor.kind === 'key' && !isFromOwnPage(request))
      requireDescriptiveUserAgent(request.headers['user-agent']);
    const payer = payingAccount(entrance);
    if (!passedOn) await requests.take({ id: payer, credentialId: caller.credentialId }, reply);
    if (sandbox) admitToSandbox(request, reply, sandbox.context, shares, payer);
    else admit(request, reply, context, shares);
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
