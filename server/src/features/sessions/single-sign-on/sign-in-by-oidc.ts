import type { Configuration } from 'openid-client';
import type { Context } from '../../../database/context.js';
import { nodeUnavailable } from '../../../database/failures.js';
import { inTransaction } from '../../../database/in-transaction.js';
import type { OidcSettings } from '../../../platform/config/sign-in-settings.js';
import { resendInvitations } from '../../users/invite-again.js';
import { lockUser, findUsersByEmailOnNodes } from '../../users/user-store.js';
import { openSession, type OpenedSession } from '../open-session.js';
import { signInByProvedAddress } from '../sign-in.js';
import { userToSignIn } from '../user-to-sign-in.js';
import { openFlow, sealFlow, type Flow } from './flow.js';
import { providerOf } from './provider.js';
import type { RefusedSignIn } from './refused-sign-in.js';
import { messageWithCauses } from '../../../platform/errors.js';

const redirectUri = ({ baseUrl }: Context): string => `${baseUrl()}/sign-in/oidc/callback`;

export interface StartedFlow {
  readonly is: 'started';
  /** At the provider. */
  readonly url: string;
  /** For the browser to keep. */
  readonly sealed: string;
}

export async function startSingleSignOn(
  context: Context,
  settings: OidcSettings,
  { next, link }: Pick<Flow, 'next' | 'link'>,
): Promise<StartedFlow | RefusedSignIn> {
  const provider = await reachableProvider(context, settings);
  if (!provider) return { is: 'unreachable' };
  const oidc = await import('openid-client');
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri(context),
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const sealed = sealFlow(context, { state, nonce, verifier, next, link });
  return { is: 'started', url: url.href, sealed };
}

async function reachableProvider(
  context: Context,
  settings: OidcSettings,
): Promise<Configuration | undefined> {
  try {
    return await providerOf(settings, context.clock());
  } catch (error) {
    context.log.error({ issuer: settings.issuer, reason: messageWithCauses(error) }, 'single sign-on failed');
    return undefined;
  }
}

interface ProviderAnswer {
  /** Of the address that the provider sent the browser to. */
  readonly query: string;
  readonly sealed: string | undefined;
  readonly userAgent: string | undefined;
}

type Outcome = { readonly result: OpenedSession | RefusedSignIn; readonly next?: string | undefined };

/** Signs in the user whose verified address the provider tells. Never creates one. */
export async function finishSingleSignOn(
  context: Context,
  settings: OidcSettings,
  { query, sealed, userAgent }: ProviderAnswer,
): Promise<Outcome> {
  const flow = openFlow(context, sealed);
  if (!flow || new URLSearchParams(query).get('state') !== flow.state) return { result: { is: 'expired' } };
  const { next, link } = flow;
  const provider = await reachableProvider(context, settings);
  if (!provider) return { result: { is: 'unreachable' }, next };
  const told = await addressOf(context, provider, new URL(`${redirectUri(context)}?${query}`), flow);
  if ('is' in told) return { result: told, next };
  const visit = { email: told.email, userAgent };
  const result =
    link === undefined ? await signInAs(context, visit, next) : await signInByLink(context, link, visit);
  return { result, next };
}

async function addressOf(
  context: Context,
  provider: Configuration,
  url: URL,
  { state, nonce, verifier }: Flow,
): Promise<{ email: string } | RefusedSignIn> {
  const oidc = await import('openid-client');
  try {
    const tokens = await oidc.authorizationCodeGrant(provider, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) return { is: 'invalid' };
    const told =
      claims['email'] === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
        ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub)
        : claims;
    return verifiedAddress({ email: told['email'], email_verified: told['email_verified'] });
  } catch (error) {
    context.log.warn({ reason: messageWithCauses(error) }, 'single sign-on refused');
    if (error instanceof oidc.AuthorizationResponseError)
      return { is: 'provider', code: codeOf(error.error) };
    return { is: isNoAnswer(error) ? 'unreachable' : 'invalid' };
  }
}

/** Part of an address that anyone can open, and shown on our page. */
const codeOf = (text: string): string => (/^[a-z_]{1,64}$/.test(text) ? text : 'error');

/** How `fetch` fails if there is no answer, or none in time. */
function isNoAnswer(error: unknown): boolean {
  const { cause } = error as { cause?: unknown };
  return [error, cause].some(
    (one) =>
      one instanceof Error &&
      (one.name === 'TimeoutError' || (one instanceof TypeError && one.message === 'fetch failed')),
  );
}

const maxAddressLength = 254;

interface TellsAddress {
  readonly email?: unknown;
  readonly email_verified?: unknown;
}

function verifiedAddress({
  email,
  email_verified: isVerified,
}: TellsAddress): { email: string } | RefusedSignIn {
  const address = typeof email === 'string' ? email.slice(0, maxAddressLength) : '';
  // Some providers send all claims as text.
  return address !== '' && (isVerified === true || isVerified === 'true')
    ? { email: address }
    : { is: 'unverified', address };
}

interface Visit {
  readonly email: string;
  readonly userAgent: string | undefined;
}

async function signInAs(
  context: Context,
  { email: address, userAgent }: Visit,
  next: string | undefined,
): Promise<OpenedSession | RefusedSignIn> {
  const { rows: users, isComplete } = await findUsersByEmailOnNodes(context.db, address);
  const accepted = users.filter(({ acceptedAt }) => acceptedAt !== null);
  const chosen = userToSignIn(accepted, { next });
  if (!chosen && !isComplete) throw nodeUnavailable();
  if (!chosen && users.length > 0) {
    // Anyone can invite an address, so the person must see the name of the account before accepting.
    await resendInvitations(context, users, { next, actorOf: ({ id }) => ({ kind: 'user', id }) });
    return { is: 'invited', address };
  }
  if (!chosen) return { is: 'unknown', address };
  return inTransaction(context, async (tx) => {
    // Locked, so that the user cannot be deleted at the same time.
    const user = await lockUser(tx.db, chosen.accountId, chosen.id);
    if (!user) return { is: 'unknown', address };
    return openSession(
      tx,
      { accountId: user.accountId, userId: user.id },
      { userAgent, facts: { single_sign_on: true } },
    );
  });
}

async function signInByLink(
  context: Context,
  link: string,
  { email: address, userAgent }: Visit,
): Promise<OpenedSession | RefusedSignIn> {
  const result = await signInByProvedAddress(context, link, { email: address, userAgent });
  if (result.is === 'signedIn') return result;
  return result.is === 'otherAddress' ? { is: 'otherAddress', address } : { is: 'expired' };
}
