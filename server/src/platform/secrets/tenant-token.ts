import { hash, randomBytes } from 'node:crypto';

/**
 * A token is its prefix and bytes in base64url: the account id (16) or several ids, then a secret (24). Because it names its tenant, a
 * lookup never searches across tenants. The secret has 192 random bits, so a plain hash is safe to store.
 */
const idLength = 16;
const secretLength = 24;

/** Usually one id: that of the account. */
export function generateToken(prefix: string, ...ids: readonly string[]): string {
  const named = ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex'));
  return prefix + Buffer.concat([...named, randomBytes(secretLength)]).toString('base64url');
}

/** The account that the token names (not yet verified), or undefined if it is malformed. */
export const accountOfToken = (prefix: string, token: string): string | undefined =>
  idsOfToken(prefix, token, 1)?.[0];

/** The ids that the token names (not yet verified), or undefined if it is malformed. */
export function idsOfToken(prefix: string, token: string, count: number): string[] | undefined {
  const length = Math.ceil(((idLength * count + secretLength) * 4) / 3);
  const rest = token.slice(prefix.length);
  if (!token.startsWith(prefix) || rest.length !== length || !/^[A-Za-z0-9_-]+$/.test(rest)) return undefined;
  const bytes = Buffer.from(rest, 'base64url');
  return Array.from({ length: count }, (_, index) => idAt(bytes, index * idLength));
}

function idAt(bytes: Buffer, offset: number): string {
  const hex = bytes.subarray(offset, offset + idLength).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
