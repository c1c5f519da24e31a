import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../database/context.js';
import { defaultRevision } from '../../wire/revisions/index.js';
import type { SessionHolder } from '../../features/sessions/session-store.js';
import { missing } from '../../platform/errors.js';
import { findUser, type User } from '../../features/users/user-store.js';
import { callerBySession } from '../edge/authentication.js';
import { requestedRevision } from '../edge/requested-revision.js';
import { admit, admitToSandbox, contextOf, declareRequestState } from '../edge/request-state.js';
import { holdClockForChange, wakeSandboxAfterChanges } from '../edge/sandbox-changes.js';
import { enterSandbox } from '../edge/enter-sandbox.js';
import { sandboxInPath } from '../edge/sandbox-path.js';
import { requireSession } from '../edge/session.js';
import { HttpError } from '../edge/http-error.js';
import type { DashboardOptions } from './dashboard-options.js';

export interface CurrentSession {
  readonly holder: SessionHolder;
  readonly user: User;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set under /app by `requireSignedIn`. */
    session: CurrentSession | undefined;
  }
}

/** Refuses requests without a session. */
export function requireSignedIn(app: FastifyInstance, { context, requests, quotas }: DashboardOptions): void {
  // The dashboard is built with the server, so its wire format has no revisions.
  const revision = requestedRevision(undefined, defaultRevision);
  app.decorateRequest('session', undefined);
  declareRequestState(app);
  app.addHook('onRequest', async (request, reply) => {
    const holder = await requireSession(request, context);
    await requests.take(callerBySession(holder), reply);
    request.revision = revision;
    const sandboxId = sandboxInPath(request);
    if (sandboxId === undefined) {
      request.caller = callerBySession(holder);
      admit(request, reply, context, quotas);
      request.session = { holder, user: await userOf(contextOf(request), holder) };
      return;
    }
    if (!isInSandboxes(request)) throw missing('A sandbox does not have this');
    const entered = await enterSandbox(context, holder, sandboxId);
    request.session = { holder: entered.holder, user: await userOf(context, holder) };
    request.caller = callerBySession(entered.holder);
    admitToSandbox(request, reply, entered.context, quotas, holder.id);
    holdClockForChange(request);
  });
  wakeSandboxAfterChanges(app);
}

/** What belongs to the signed-in person, or to operators, is live only. */
const isInSandboxes = ({ method, routeOptions: { url = '' } }: FastifyRequest): boolean =>
  url.startsWith('/app/accounts/') || (url === '/app/session' && method === 'GET');

export function sessionOf(request: FastifyRequest): CurrentSession {
  if (!request.session) throw new Error('Nobody is signed in');
  return request.session;
}

export const sessionEndedError = (): HttpError => new HttpError(401, 'The session has ended');

export async function userOf({ db }: Context, holder: SessionHolder): Promise<User> {
  const user = await findUser(db, holder.id, holder.userId);
  if (!user) throw sessionEndedError();
  return user;
}
