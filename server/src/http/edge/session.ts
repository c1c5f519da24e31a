import type { FastifyRequest } from 'fastify';
import type { Context } from '../../database/context.js';
import { isSameOrigin, ownOrigins } from '../../platform/net/same-origin.js';
import { recognizeSession } from '../../features/sessions/recognize-session.js';
import { sessionTokenIn } from '../session-cookies.js';
import type { SessionHolder } from '../../features/sessions/session-store.js';
import { HttpError } from './http-error.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether sessions can use the route before their user has added a passkey. */
    isForAwaitingPasskey?: boolean;
    /** Whether users with restricted permission may use a route that changes something. */
    isForRestricted?: boolean;
  }
}

/** Pages of other sites cannot send this header: the browser would need our permission first (CORS). */
const appHeader = 'x-regrove-app';

export const hasSession = (request: FastifyRequest): boolean =>
  sessionTokenIn(request.headers.cookie) !== undefined;

/** Whether the request comes from our own web app, signed in or not. */
export const isFromApp = (request: FastifyRequest): boolean => request.headers[appHeader] !== undefined;

/**
 * Returns the signed-in user. Requests that change something must come from our own app, because browsers send cookies
 * automatically, and from a user who may change something. Every request with a session passes here, to the API and to
 * the dashboard's own routes: what a restricted user may not do is decided by the method, so new routes are covered.
 */
export async function requireSession(request: FastifyRequest, context: Context): Promise<SessionHolder> {
  const isChange = request.method !== 'GET' && request.method !== 'HEAD';
  if (isChange) {
    if (request.headers[appHeader] !== '1')
      throw new HttpError(403, 'Requests with a session need the header X-Regrove-App: 1');
    refuseOtherOrigins(request, context);
  }
  const token = sessionTokenIn(request.headers.cookie);
  const holder = token === undefined ? undefined : await recognizeSession(context, token);
  if (!holder) throw new HttpError(401, 'You are not signed in, or your session has expired');
  if (isChange && holder.permission === 'restricted' && request.routeOptions.config.isForRestricted !== true)
    throw new HttpError(403, 'Your permission is restricted: you can read everything and change nothing', {
      code: 'restricted',
    });
  if (holder.awaitsPasskey && request.routeOptions.config.isForAwaitingPasskey !== true)
    throw new HttpError(403, 'This session can be used once a passkey is added', {
      code: 'passkey-required',
    });
  return holder;
}

/** Checks headers that browsers set themselves; other clients need not send them. */
export function refuseOtherOrigins(request: FastifyRequest, { baseUrl }: Context): void {
  const headers = { origin: request.headers.origin, 'sec-fetch-site': siteOf(request) };
  if (!isSameOrigin(headers, ownOrigins(request.host, baseUrl()), { mayHide: false }))
    throw new HttpError(403, 'This request is only allowed from the dashboard');
}

const siteOf = (request: FastifyRequest): string | undefined => request.headers['sec-fetch-site']?.toString();
