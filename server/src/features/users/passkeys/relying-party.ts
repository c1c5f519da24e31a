import { isIP } from 'node:net';
import type { Context } from '../../../database/context.js';
import { forbidden } from '../../../platform/errors.js';

/** This installation, as authenticators know it. */
export interface RelyingParty {
  /** A host name: a passkey works only there. */
  readonly id: string;
  readonly origin: string;
}

type Settings = Pick<Context, 'baseUrl' | 'signIn'>;

/** From the public address, because a proxy may pass requests on under another name. Undefined: passkeys are not possible. */
export function relyingParty({ baseUrl, signIn }: Settings): RelyingParty | undefined {
  const { hostname, origin } = new URL(baseUrl());
  // Browsers refuse passkeys for IP addresses.
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return signIn.methods.includes('passkey') && !isAddress ? { id: hostname, origin } : undefined;
}

export function requireRelyingParty(settings: Settings): RelyingParty {
  const party = relyingParty(settings);
  if (!party) throw forbidden('Passkeys cannot be used here', { code: 'method-not-allowed' });
  return party;
}
