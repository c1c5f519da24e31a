import { hash } from 'node:crypto';
import type { Context } from '../../../database/context.js';
import { forbidden } from '../../../platform/errors.js';
import { openExpiring, sealExpiring } from '../../../platform/secrets/expiring-token.js';

/** Long enough to find a security key, and its PIN. */
const lifetimeMs = 5 * 60_000;

export interface Challenge {
  /** In base64url. */
  readonly text: string;
  readonly expiresAt: Date;
}

type Settings = Pick<Context, 'clock' | 'secrets'>;

/**
 * What a challenge is for: to sign in, or for one user to add a passkey. It is part of the seal, so that none can be used
 * for another purpose.
 */
type Purpose = 'sign in' | `add to ${string}`;

const ownerOf = (purpose: Purpose): string => `passkey challenge: ${purpose}`;

/**
 * The challenge as a token that the browser sends back with the answer. Anyone can ask for one, so nothing is stored: the
 * database keeps only those that were answered correctly, so that none is accepted twice.
 */
export const sealChallenge = (settings: Settings, purpose: Purpose, text: string): string =>
  sealExpiring(settings, ownerOf(purpose), { text }, lifetimeMs);

export function openChallenge(settings: Settings, purpose: Purpose, token: string): Challenge {
  const content = openExpiring<{ readonly text: string }>(settings, ownerOf(purpose), token);
  if (!content)
    throw forbidden('The challenge is not valid or has expired: request another', {
      code: 'passkey-expired',
    });
  return { text: content.text, expiresAt: new Date(content.expires) };
}

export const challengeHash = ({ text }: Challenge): Buffer => hash('sha256', text, 'buffer');
