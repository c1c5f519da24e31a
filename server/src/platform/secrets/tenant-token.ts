import { hash, randomBytes } from 'node:crypto';

/**
 * A token is its prefix and 40 bytes in base64url: the account's id (16), then a secret (24). It names its tenant, so that
 * a look-up never searches for whose it is; the secret has 192 random bits, so a plain hash of it is safe to keep.
 */
const idLength = 16;
const secretLength = 24;

export function generateToken(prefix: string, accountId: string): string {
  const id = Buffer.from(accountId.replaceAll('-', ''), 'hex');
  return prefix + Buffer.concat([id, randomBytes(secretLength)]).toString('base64url');
}

/** The account that the token names (not yet shown to be right), or undefined when it is no such token at all. */
export function accountOfToken(prefix: string, token: string): string | undefined {
  if (!token.startsWith(prefix) || !/^[A-Za-z0-9_-]{54}$/.test(token.slice(prefix.length))) return undefined;
  const bytes = Buffer.from(token.slice(prefix.length), 'base64url');
  const hex = bytes.subarray(0, idLength).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
