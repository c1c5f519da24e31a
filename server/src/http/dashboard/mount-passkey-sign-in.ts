import type { Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { signInByPasskey, signInOptions } from '../../features/sessions/sign-in-by-passkey.js';
import { relyingParty } from '../../features/users/passkeys/relying-party.js';
import { PasskeySignIn, type SignInMethods } from '../../wire/dashboard/passkey.js';
import { createSignInAttemptLimit } from '../edge/rate-limits.js';
import { refuseOtherOrigins } from '../edge/session.js';
import { beginSession } from '../begin-session.js';
import type { DashboardOptions } from './dashboard-options.js';
import { bodyReader } from '../edge/read-body.js';

/** More than an answer of an authenticator has. Anyone can send it, many at a time. */
const bodyLimit = 65_536;

/** How people can sign in, and signing in with a passkey. */
export function mountPasskeySignIn(app: FastifyInstance, { context, limits }: DashboardOptions): void {
  const limit = createSignInAttemptLimit(limits);
  const readBody = bodyReader(PasskeySignIn);

  app.get('/sign-in', (_, reply) => {
    const { methods, oidc } = context.signIn;
    const offered: Static<typeof SignInMethods> = {
      link: methods.includes('link'),
      passkey_host: relyingParty(context)?.id ?? null,
      oidc:
        oidc && methods.includes('oidc')
          ? { url: `${context.baseUrl()}/sign-in/oidc`, label: oidc.label }
          : null,
    };
    return reply.send(offered);
  });

  app.post('/sign-in/passkey/options', { bodyLimit }, async (request, reply) => {
    refuseOtherOrigins(request, context);
    await limit.take(request.ip, reply);
    return signInOptions(context);
  });

  app.post('/sign-in/passkey', { bodyLimit }, async (request, reply) => {
    refuseOtherOrigins(request, context);
    await limit.take(request.ip, reply);
    const { 'user-agent': userAgent } = request.headers;
    const opened = await signInByPasskey(context, { ...readBody(request.body), userAgent });
    await beginSession(context, request, reply, opened);
    return reply.send({ account_id: opened.session.accountId });
  });
}
