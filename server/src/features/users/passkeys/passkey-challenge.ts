import { hash } from 'node:crypto';
import type { Context } from '../../../database/context.js';
import { forbidden } from '../../../platform/errors.js';

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
export function sealChallenge({ clock, secrets }: Settings, purpose: Purpose, text: string): string {
  const content = { text, expires: clock().getTime() + lifetimeMs };
  return secrets.seal(JSON.stringify(content), ownerOf(purpose)).toString('base64url');
}

export function openChallenge({ clock, secrets }: Settings, purpose: Purpose, token: string): Challenge {
  const content = contentOf(() => secrets.open(Buffer.from(token, 'base64url'), ownerOf(purpose)));
  if (!content || content.expires <= clock().getTime())
    throw forbidden('The challenge is not valid or has expired: request another', {
      code: 'passkey-expired',
    });
  return { text: content.text, expiresAt: new Date(content.expires) };
}

interface Content {
  readonly text: string;
  readonly expires: number;
}

/** Undefined if the token was not made by us for this purpose. */
function contentOf(open: () => string): Content | undefined {
  let opened: string;
  try {
    opened = open();
  } catch {
    return undefined;
  }
  return JSON.parse(opened) as Content;
}

export const challengeHash = ({ text }: Challenge): Buffer => hash('sha256', text, 'buffer');
