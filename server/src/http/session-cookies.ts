import { randomBytes } from 'node:crypto';
import { linkMinutes } from '../features/users/sign-in-link.js';
import { flowMinutes } from '../features/sessions/single-sign-on/flow.js';
import { latestExpiry } from '../features/sessions/session-lifetime.js';

// Browsers accept a cookie with this prefix only over HTTPS and only for this exact host, so that sibling domains cannot set it.
const sessionCookie = '__Host-regrove-session';
const browserCookie = '__Host-regrove-sign-in';
const flowCookie = '__Host-regrove-oidc';

type CookieHeader = string | undefined;

export const sessionTokenIn = (header: CookieHeader): string | undefined => cookieIn(header, sessionCookie);

/** The token that the browser got when it asked for a link. */
export function browserTokenIn(header: CookieHeader): string | undefined {
  const token = cookieIn(header, browserCookie);
  return token !== undefined && /^[A-Za-z0-9_-]{32}$/.test(token) ? token : undefined;
}

export const newBrowserToken = (): string => randomBytes(24).toString('base64url');

/** Kept for the maximum lifetime of a session. The server knows if the session has ended earlier. */
export const setSessionCookie = (token: string, signedInAt: Date, now: Date): string =>
  cookie(sessionCookie, token, Math.ceil((latestExpiry(signedInAt).getTime() - now.getTime()) / 1000));

export const clearSessionCookie = (): string => cookie(sessionCookie, '', 0);

/** Kept as long as the link is valid. */
export const setBrowserCookie = (token: string): string => cookie(browserCookie, token, linkMinutes * 60);

export const clearBrowserCookie = (): string => cookie(browserCookie, '', 0);

/** What the browser keeps while its user is at the provider of single sign-on. */
export const flowIn = (header: CookieHeader): string | undefined => cookieIn(header, flowCookie);

export const setFlowCookie = (sealed: string): string => cookie(flowCookie, sealed, flowMinutes * 60);

export const clearFlowCookie = (): string => cookie(flowCookie, '', 0);

// Lax: links in emails are opened from other sites and need the cookies, and so does the way back from a provider.
const cookie = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`;

function cookieIn(header: CookieHeader, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return undefined;
}
