import { isLoopback } from '../net/is-loopback.js';

const signInMethods = ['link', 'passkey', 'oidc'] as const;

export type SignInMethod = (typeof signInMethods)[number];

/** The provider of single sign-on by OpenID Connect. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What people call the provider. */
  readonly label: string;
}

export interface SignInSettings {
  readonly methods: readonly SignInMethod[];
  /** Absent: there is no single sign-on. */
  readonly oidc: OidcSettings | undefined;
}

type Read = <T>(name: string, fallback: T, parse: (text: string) => T) => T;

const required = ['REGROVE_OIDC_ISSUER', 'REGROVE_OIDC_CLIENT_ID', 'REGROVE_OIDC_CLIENT_SECRET'] as const;

export function signInSettings(
  env: Readonly<Record<string, string | undefined>>,
  read: Read,
  problems: string[],
): SignInSettings {
  const [issuer, clientId, clientSecret] = [
    read<string | undefined>(required[0], undefined, issuerUrl),
    read<string | undefined>(required[1], undefined, shortText),
    read<string | undefined>(required[2], undefined, shortText),
  ];
  const label = read<string | undefined>('REGROVE_OIDC_LABEL', undefined, labelText);
  const isSet = (name: string): boolean => (env[name]?.trim() ?? '') !== '';
  const missing = required.filter((name) => !isSet(name));
  if (missing.length < required.length && missing.length > 0)
    problems.push(`${required.join(', ')} must be set together: ${missing.join(' and ')} is missing`);
  const oidc =
    issuer === undefined || clientId === undefined || clientSecret === undefined
      ? undefined
      : { issuer, clientId, clientSecret, label: label ?? new URL(issuer).hostname };
  const byDefault = signInMethods.filter((method) => method !== 'oidc' || oidc !== undefined);
  const methods = read<readonly SignInMethod[]>('REGROVE_SIGN_IN', byDefault, methodList);
  if (methods.includes('oidc') && missing.length === required.length)
    problems.push(`REGROVE_SIGN_IN lists oidc, which needs ${required.join(', ')}`);
  return { methods, oidc };
}

/** In our order, without repetitions. */
function methodList(text: string): SignInMethod[] {
  const listed = text.split(',').map((method) => method.trim());
  if (!listed.every((method) => signInMethods.some((known) => known === method)))
    throw new Error(`must be one or more of ${signInMethods.join(', ')}, separated by commas`);
  return signInMethods.filter((method) => listed.includes(method));
}

/** Unencrypted only on this machine: who can change the provider's answers can sign in as anyone. */
function issuerUrl(text: string): string {
  const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url && (url.protocol === 'https:' || isLoopback(url.hostname));
  if (!isSafe || url.search + url.hash + url.username + url.password !== '')
    throw new Error('must be an https:// address such as https://login.example');
  return text;
}

const maxTextLength = 1_000;

function shortText(text: string): string {
  if (text.length > maxTextLength) throw new Error(`must have at most ${maxTextLength} characters`);
  return text;
}

const maxLabelLength = 40;

function labelText(text: string): string {
  if (text.length > maxLabelLength || /\p{C}/u.test(text))
    throw new Error(`must be a name of at most ${maxLabelLength} characters`);
  return text;
}
