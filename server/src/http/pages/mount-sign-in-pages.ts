import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isolateBidi } from '../../platform/text/bidi-isolate.js';
import { defaultLocale } from '../../messages/locales.js';
import { i18nFor, type I18n } from '../../messages/i18n.js';
import type { Context } from '../../database/context.js';
import { beginSession } from '../begin-session.js';
import { browserTokenIn, clearBrowserCookie } from '../session-cookies.js';
import { inspectLink, canSignInByLink, signIn, type LinkState } from '../../features/sessions/sign-in.js';
import type { UserOfAccount } from '../../features/users/user-store.js';
import { isOfSandbox, sandboxInPath } from '../edge/sandbox-path.js';
import { htmlErrors } from './html-errors.js';
import { readCertificateAssets } from './certificate-page/certificate-assets.js';
import type { Notice } from './certificate-page/notice-page.js';
import { formHeaders, isFromOwnPage } from './form-pages.js';
import type { Limits } from '../../platform/limits/limits.js';
import { mountSingleSignOn } from './mount-single-sign-on.js';
import { nextScreenOf } from './next-screen.js';
import { readerLocale } from './reader-locale.js';
import { parseForms } from './sign-in-page/parse-forms.js';
import {
  choiceView,
  otherBrowserView,
  invitationView,
  readyView,
  sandboxLinkView,
  signInPage,
  expiredView,
  unknownView,
  type SignInAssets,
  type SignInOptions,
} from './sign-in-page/sign-in-page.js';

type LinkRequest = FastifyRequest<{ Params: { token: string } }>;

/** The target of links in emails. Opening it changes nothing; its button signs in. */
export function mountSignInPages(
  app: FastifyInstance,
  context: Context,
  { limits }: { readonly limits: Limits },
): void {
  void app.register(
    async (pages) => {
      const assets = await readCertificateAssets();
      parseForms(pages);
      pages.addHook('onRequest', (request, reply, done) => {
        reply.headers(formHeaders);
        // Users of a sandbox are made up: whatever its mails link to, nobody signs in with it.
        if (isOfSandbox(request)) showSandboxLink(assets, request, reply);
        else done();
      });
      htmlErrors(pages, context.log, (_, reply, status, message) =>
        send(assets, reply, status, i18nFor(defaultLocale), message),
      );
      pages.setNotFoundHandler((request, reply) => show(context, assets, request, reply, { is: 'unknown' }));
      mountSingleSignOn(pages, context, { assets, limits });
      pages.route<{ Params: { token: string } }>({
        method: ['GET', 'HEAD'],
        url: '/:token',
        handler: async (request, reply) =>
          show(context, assets, request, reply, await inspect(context, request)),
      });
      pages.post<{ Params: { token: string } }>('/:token', (request, reply) =>
        useLink(context, assets, request, reply),
      );
    },
    { prefix: '/sign-in' },
  );
}

function showSandboxLink(assets: SignInAssets, request: FastifyRequest, reply: FastifyReply): void {
  const i18n = i18nFor(readerLocale(request, reply, defaultLocale));
  send(assets, reply, 200, i18n, sandboxLinkView(i18n, sandboxInPath(request) ?? ''));
}

const inspect = (context: Context, request: LinkRequest): Promise<LinkState> =>
  inspectLink(context, request.params.token, browserTokenIn(request.headers.cookie));

async function useLink(
  context: Context,
  assets: SignInAssets,
  request: LinkRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Another site could sign people in as someone else. A request from there gets the page with the button.
  if (!isFromOwnPage(context, request))
    return show(context, assets, request, reply, await inspect(context, request), { status: 403 });
  const { cookie, 'user-agent': userAgent } = request.headers;
  const form = request.body as URLSearchParams | undefined;
  const email = form?.get('email')?.trim();
  const outcome = await signIn(context, request.params.token, {
    browser: browserTokenIn(cookie),
    email,
    accountId: form?.get('account')?.toLowerCase(),
    userAgent,
  });
  if (outcome.is !== 'signedIn') {
    const isWrong = outcome.is === 'otherBrowser' && email !== undefined;
    return show(context, assets, request, reply, outcome, {
      isWrong,
      email,
      ...(isWrong && { status: 403 }),
    });
  }
  await beginSession(context, request, reply, outcome);
  return reply.header('Set-Cookie', clearBrowserCookie()).redirect(nextScreenOf(request) ?? '/', 303);
}

interface Attempt {
  readonly isWrong?: boolean;
  /** As typed. */
  readonly email?: string | undefined;
  readonly status?: number;
}

const statusOf = { unknown: 404, expired: 410, otherBrowser: 200, ready: 200, choice: 200 } as const;

function show(
  context: Context,
  assets: SignInAssets,
  request: FastifyRequest,
  reply: FastifyReply,
  state: LinkState,
  { isWrong = false, email, status }: Attempt = {},
): FastifyReply {
  const chosen = state.is === 'unknown' ? undefined : state.link.locale;
  const i18n = i18nFor(readerLocale(request, reply, defaultLocale, chosen));
  const usual = statusOf[state.is];
  return send(assets, reply, usual === 200 ? (status ?? usual) : usual, i18n, {
    ...viewOf(i18n, state, { isWrong, email, ways: waysOf(context, request) }),
    next: nextScreenOf(request),
  });
}

/** How a visitor with a link can go on. */
function waysOf(context: Context, request: FastifyRequest): SignInOptions {
  const { methods, oidc } = context.signIn;
  const next = nextScreenOf(request);
  const { token = '' } = request.params as { token?: string };
  const query = new URLSearchParams({ link: token, ...(next !== undefined && { next }) });
  return {
    linkSignsIn: canSignInByLink(context),
    needsOtherWay: !methods.includes('link'),
    provider:
      oidc && methods.includes('oidc') && !methods.includes('link')
        ? { label: isolateBidi(oidc.label), href: `/sign-in/oidc?${query.toString()}` }
        : undefined,
  };
}

type Shown = Attempt & { readonly isWrong: boolean; readonly ways: SignInOptions };

function viewOf(i18n: I18n, state: LinkState, { isWrong, email, ways }: Shown): Notice {
  switch (state.is) {
    case 'unknown':
      return unknownView(i18n, ways);
    case 'expired':
      return expiredView(i18n, ways);
    case 'otherBrowser':
      return otherBrowserView(i18n, { isWrong });
    case 'ready': {
      const { accountName, email: address, acceptedAt } = state.link;
      const view = acceptedAt === null ? invitationView : readyView;
      return view(i18n, isolateBidi(accountName), isolateBidi(address), ways);
    }
    case 'choice':
      return choiceView(i18n, isolateBidi(state.link.email), state.users.map(choiceOf), email);
  }
}

const choiceOf = ({ accountId, accountName, acceptedAt, createdAt }: UserOfAccount) => ({
  accountId,
  name: isolateBidi(accountName),
  since: acceptedAt ?? createdAt,
});

const send = (
  assets: SignInAssets,
  reply: FastifyReply,
  status: number,
  i18n: I18n,
  view: Notice,
): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(signInPage(assets, i18n, view).text);
