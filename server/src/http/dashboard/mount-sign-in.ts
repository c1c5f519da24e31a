import type { FastifyInstance } from 'fastify';
import { requestSignInLink } from '../../features/sessions/request-sign-in-link.js';
import { browserTokenIn, setBrowserCookie, newBrowserToken } from '../session-cookies.js';
import { SignInRequest } from '../../wire/dashboard/session.js';
import { createSignInRequestLimit } from '../edge/rate-limits.js';
import { forbidden } from '../../platform/errors.js';
import { refuseOtherOrigins } from '../edge/session.js';
import type { DashboardOptions } from './dashboard-options.js';
import { bodyReader } from '../edge/read-body.js';

/** Far more than an email address needs. Anyone can send this request, many at a time. */
const bodyLimit = 8_192;

/** Mails a link to users. The response is the same for every address. */
export function mountSignIn(app: FastifyInstance, { context, limits }: DashboardOptions): void {
  const limit = createSignInRequestLimit(limits);
  const readBody = bodyReader(SignInRequest);
  app.post('/sign-in', { bodyLimit }, async (request, reply) => {
    refuseOtherOrigins(request, context);
    if (!context.signIn.methods.includes('link'))
      throw forbidden('Sign-in links cannot be requested here', { code: 'method-not-allowed' });
    const { email, next } = readBody(request.body);
    await limit.take(request.ip, email, reply);
    // A browser that asks again keeps its token, so that the first link works as well.
    const browserToken = browserTokenIn(request.headers.cookie) ?? newBrowserToken();
    await requestSignInLink(context, { email, browserToken, next });
    return reply.code(202).header('Set-Cookie', setBrowserCookie(browserToken)).send({});
  });
}
