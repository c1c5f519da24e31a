import type { FastifyInstance } from 'fastify';
import { parseJsonBodies } from '../edge/json-body.js';
import { refusePlainHttp } from '../edge/plain-http.js';
import { pathOf } from '../edge/request-state.js';
import { HttpError } from '../edge/http-error.js';
import type { DashboardOptions } from './dashboard-options.js';
import { createDownloadSlots } from './download-slots.js';
import { mountPasskeySignIn } from './mount-passkey-sign-in.js';
import { mountPasskeys } from './mount-passkeys.js';
import { mountAccountRoutes, mountOperatorRoutes } from './mount-routes.js';
import { mountSessions } from './mount-sessions.js';
import { mountSignIn } from './mount-sign-in.js';
import { requireSignedIn } from './signed-in.js';

/** Everything under /app: what the dashboard needs besides the API. */
export function mountDashboard(app: FastifyInstance, options: DashboardOptions): void {
  parseJsonBodies(app);
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('Cache-Control', 'no-store');
    done();
  });
  refusePlainHttp(app);
  app.setNotFoundHandler((request) => {
    throw new HttpError(404, `There is no ${request.method} ${pathOf(request)}`);
  });
  mountSignIn(app, options);
  mountPasskeySignIn(app, options);
  void app.register((signedIn, _, done) => {
    requireSignedIn(signedIn, options);
    mountSessions(signedIn);
    mountPasskeys(signedIn);
    const downloads = { ...options, slots: createDownloadSlots() };
    mountAccountRoutes(signedIn, downloads);
    mountOperatorRoutes(signedIn, downloads);
    done();
  });
}
