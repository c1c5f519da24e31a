import { hash, randomBytes } from 'node:crypto';

/**
 * A token is its prefix and 40 bytes in base64url: the account id (16), then a secret (24). Because it names its tenant, a
 * lookup never searches across tenants. The secret has 192 random bits, so a plain hash is safe to store.
 */
const idLength = 16;
const secretLength = 24;

export function generateToken(prefix: string, accountId: string): string {
  const id = Buffer.from(accountId.replaceAll('-', ''), 'hex');
  return prefix + Buffer.concat([id, randomBytes(secretLength)]).toString('base64url');
}

/** The account that the token names (not yet verified), or undefined if it is malformed. */
export function accountOfToken(prefix: string, token: string): string | undefined {
  if (!token.startsWith(prefix) || !/^[A-Za-z0-9_-]{54}$/.test(token.slice(prefix.length))) return undefined;
  const bytes = Buffer.from(token.slice(prefix.length), 'base64url');
  const hex = bytes.subarray(0, idLength).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
