import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireAccessibleAccount } from '../../features/accounts/require-accessible-account.js';
import { findStoredResponse } from '../edge/idempotency.js';
import { mountList } from '../edge/mount-list.js';
import { mountRoute } from '../edge/mount-route.js';
import { callerOf, contextOf } from '../edge/request-state.js';
import { HttpError } from '../edge/http-error.js';
import type { DashboardRoute } from './dashboard-route.js';
import { accountRoutes } from './account-routes/index.js';
import { mountDownload, type DownloadOptions } from './mount-download.js';
import { operatorRoutes } from './operator-routes/index.js';
import { sessionOf } from './signed-in.js';

/** Routes about an account that only the dashboard has. */
export function mountAccountRoutes(app: FastifyInstance, options: DownloadOptions): void {
  mountBelow(app, options, '/accounts/:account_id', accountRoutes, async (request) => {
    request.storedResponse = await findStoredResponse(request);
    if (request.storedResponse) return;
    const { account_id: accountId } = request.params as { account_id: string };
    request.account = await requireAccessibleAccount(contextOf(request).db, callerOf(request).id, accountId);
  });
}

/** Routes for operators. */
export function mountOperatorRoutes(app: FastifyInstance, options: DownloadOptions): void {
  mountBelow(app, options, '/operator', operatorRoutes, async (request) => {
    const { holder, user } = sessionOf(request);
    // Checked before a stored response is replayed: a former operator must not see it.
    if (!user.isOperator) throw new HttpError(403, 'This is for operators only', { code: 'operators-only' });
    request.storedResponse = await findStoredResponse(request);
    request.account = holder;
  });
}

function mountBelow(
  app: FastifyInstance,
  options: DownloadOptions,
  prefix: string,
  routes: readonly DashboardRoute[],
  /** Finds the account of a request, or its stored response; refuses callers without permission. */
  scope: (request: FastifyRequest) => Promise<void>,
): void {
  void app.register(
    (below, _, done) => {
      below.addHook('onRequest', (request) => scope(request));
      for (const route of routes) {
        if ('open' in route) mountDownload(below, options, route);
        else if ('item' in route) mountList(below, options, route, route.path);
        else mountRoute(below, route, route.path);
      }
      done();
    },
    { prefix },
  );
}
