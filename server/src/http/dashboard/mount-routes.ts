import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account } from '../../accounts/account.js';
import { reachAccount } from '../../accounts/reach.js';
import { mountList } from '../edge/mount-list.js';
import { mountRoute } from '../edge/mount-route.js';
import { callerOf, contextOf } from '../edge/request-state.js';
import { HttpError } from '../edge/status.js';
import type { DashboardOptions } from './dashboard-options.js';
import type { DashboardRoute } from './dashboard-route.js';
import { accountRoutes } from './account-routes/index.js';
import { mountDownload } from './mount-download.js';
import { operatorRoutes } from './operator-routes/index.js';
import { sessionOf } from './signed-in.js';

/** What people do with an account that programs have no business with. */
export function mountAccountRoutes(app: FastifyInstance, options: DashboardOptions): void {
  mountBelow(app, options, '/accounts/:account_id', accountRoutes, (request) => {
    const { account_id: accountId } = request.params as { account_id: string };
    return reachAccount(contextOf(request).db, callerOf(request).id, accountId);
  });
}

/** For those who run the installation. */
export function mountOperatorRoutes(app: FastifyInstance, options: DashboardOptions): void {
  mountBelow(app, options, '/operator', operatorRoutes, (request) => {
    const { holder, user } = sessionOf(request);
    if (!user.isOperator) throw new HttpError(403, 'This is for operators only');
    return holder;
  });
}

function mountBelow(
  app: FastifyInstance,
  options: DashboardOptions,
  prefix: string,
  routes: readonly DashboardRoute[],
  /** Whom a request is about; refuses who may not ask. */
  scope: (request: FastifyRequest) => Account | Promise<Account>,
): void {
  void app.register(
    (below, _, done) => {
      below.addHook('onRequest', async (request) => {
        request.account = await scope(request);
      });
      for (const route of routes) {
        if ('open' in route) mountDownload(below, options, route);
        else if ('item' in route) mountList(below, options, route, route.path);
        else mountRoute(below, options, route, route.path);
      }
      done();
    },
    { prefix },
  );
}
