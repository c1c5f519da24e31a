import type { FastifyInstance } from 'fastify';
import { askForLink } from '../../features/sessions/ask-for-link.js';
import { browserTokenIn, keepBrowser, newBrowserToken } from '../session-cookies.js';
import { SignInRequest } from '../../wire/dashboard/session.js';
import { createAskingLimit } from '../edge/rate-limits.js';
import { refuseOtherOrigins } from '../edge/session.js';
import type { DashboardOptions } from './dashboard-options.js';
import { bodyReader } from './read-body.js';

/** Far more than an address has: anybody may send one, and as many at once as they like. */
const bodyLimit = 8_192;

/** POST /sign-in: a link by mail, for who is a user; the answer is the same for all. */
export function mountSignIn(app: FastifyInstance, { context, limits }: DashboardOptions): void {
  const limit = createAskingLimit(limits);
  const readBody = bodyReader(SignInRequest);
  app.post('/sign-in', { bodyLimit }, async (request, reply) => {
    refuseOtherOrigins(request, context);
    const { email, next } = readBody(request.body);
    await limit.take(request.ip, email, reply);
    // One that asks again keeps what it has, so that the first link is good here as well.
    const browserToken = browserTokenIn(request.headers.cookie) ?? newBrowserToken();
    await askForLink(context, { email, browserToken, next });
    return reply.code(202).header('Set-Cookie', keepBrowser(browserToken)).send({});
  });
}
