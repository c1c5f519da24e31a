import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../database/context.js';
import { openRefusal, sealRefusal } from '../../features/sessions/single-sign-on/flow.js';
import type { RefusedSignIn } from '../../features/sessions/single-sign-on/refused-sign-in.js';
import {
  finishSingleSignOn,
  startSingleSignOn,
} from '../../features/sessions/single-sign-on/sign-in-by-oidc.js';
import { i18nFor } from '../../messages/i18n.js';
import { defaultLocale } from '../../messages/locales.js';
import type { Limits } from '../../platform/limits/limits.js';
import { createSignInAttemptLimit } from '../edge/rate-limits.js';
import { beginSession } from '../begin-session.js';
import { clearFlowCookie, flowIn, setFlowCookie } from '../session-cookies.js';
import { nextScreenOf } from './next-screen.js';
import { readerLocale } from './reader-locale.js';
import { refusedView } from './sign-in-page/refused-view.js';
import { signInPage, type SignInAssets } from './sign-in-page/sign-in-page.js';

const statusOf: Readonly<Record<RefusedSignIn['is'], number>> = {
  expired: 410,
  invalid: 502,
  invited: 403,
  otherAddress: 403,
  provider: 403,
  unknown: 403,
  unreachable: 503,
  unverified: 403,
};

/** Leads to the provider of single sign-on and back. Below /sign-in, where no token can look like these paths. */
export function mountSingleSignOn(
  pages: FastifyInstance,
  context: Context,
  { assets, limits }: { readonly assets: SignInAssets; readonly limits: Limits },
): void {
  const settings = context.signIn.methods.includes('oidc') ? context.signIn.oidc : undefined;
  if (!settings) return;
  const limit = createSignInAttemptLimit(limits);

  const refuse = (
    request: FastifyRequest,
    reply: FastifyReply,
    refused: RefusedSignIn,
    next: string | undefined,
  ): FastifyReply => {
    const i18n = i18nFor(readerLocale(request, reply, defaultLocale));
    const view = refusedView(
      i18n,
      { label: settings.label, next, sealed: sealRefusal(context, refused) },
      refused,
    );
    return reply
      .code(statusOf[refused.is])
      .type('text/html; charset=utf-8')
      .send(signInPage(assets, i18n, view).text);
  };

  /** From the link to another language. */
  const refusedIn = ({ query }: FastifyRequest): RefusedSignIn | undefined => {
    const { refused } = query as { refused?: unknown };
    return typeof refused === 'string' ? openRefusal(context, refused) : undefined;
  };

  pages.get('/oidc', async (request, reply) => {
    await limit.take(request.ip, reply);
    const next = nextScreenOf(request);
    const shown = refusedIn(request);
    if (shown) return refuse(request, reply, shown, next);
    const { link } = request.query as { link?: unknown };
    const started = await startSingleSignOn(context, settings, {
      next,
      link: typeof link === 'string' ? link.slice(0, maxTokenLength) : undefined,
    });
    if (started.is !== 'started') return refuse(request, reply, started, next);
    return reply.header('Set-Cookie', setFlowCookie(started.sealed)).redirect(started.url, 303);
  });

  pages.get('/oidc/callback', async (request, reply) => {
    await limit.take(request.ip, reply);
    const shown = refusedIn(request);
    if (shown) return refuse(request, reply, shown, nextScreenOf(request));
    const { cookie, 'user-agent': userAgent } = request.headers;
    const { result, next } = await finishSingleSignOn(context, settings, {
      query: request.url.split('?').slice(1).join('?'),
      sealed: flowIn(cookie),
      userAgent,
    });
    // Each answer of the provider is accepted once.
    reply.header('Set-Cookie', clearFlowCookie());
    if (result.is !== 'signedIn') return refuse(request, reply, result, next);
    await beginSession(context, request, reply, result);
    return reply.redirect(next ?? '/', 303);
  });
}

/** More than the token of a link has. */
const maxTokenLength = 100;
