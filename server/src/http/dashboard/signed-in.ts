import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../database/context.js';
import { defaultRevision } from '../../wire/revisions/index.js';
import type { SessionHolder } from '../../features/sessions/session-store.js';
import { findUser, type User } from '../../features/users/user-store.js';
import { callerBySession } from '../edge/authentication.js';
import { requestedRevision } from '../edge/requested-revision.js';
import { admit, contextOf, declareRequestState } from '../edge/request-state.js';
import { requireSession } from '../edge/session.js';
import { HttpError } from '../edge/status.js';
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
export function requireSignedIn(app: FastifyInstance, { context, requests, shares }: DashboardOptions): void {
  // The dashboard is built with the server, so its wire format has no revisions.
  const revision = requestedRevision(undefined, defaultRevision);
  app.decorateRequest('session', undefined);
  declareRequestState(app);
  app.addHook('onRequest', async (request, reply) => {
    const holder = await requireSession(request, context);
    const caller = callerBySession(holder);
    await requests.take(caller, reply);
    request.caller = caller;
    request.revision = revision;
    admit(request, reply, context, shares);
    request.session = { holder, user: await userOf(contextOf(request), holder) };
  });
}

export function sessionOf(request: FastifyRequest): CurrentSession {
  if (!request.session) throw new Error('Nobody is signed in');
  return request.session;
}

export const sessionEnded = (): HttpError => new HttpError(401, 'The session has ended');

export async function userOf({ db }: Context, holder: SessionHolder): Promise<User> {
  const user = await findUser(db, holder.id, holder.userId);
  if (!user) throw sessionEnded();
  return user;
}
