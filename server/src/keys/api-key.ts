import { createHash, randomBytes } from 'node:crypto';

/**
 * An API key is `rg_` and 40 bytes in base64url: the account's id (16), then a secret (24). It names its tenant, so that
 * a look-up never searches across accounts; the secret has 192 random bits, so a plain hash of it is safe to keep.
 */
const prefix = 'rg_';
const idLength = 16;
const secretLength = 24;

export function generateKey(accountId: string): string {
  const id = Buffer.from(accountId.replaceAll('-', ''), 'hex');
  return prefix + Buffer.concat([id, randomBytes(secretLength)]).toString('base64url');
}

/** The account that the key names (not yet shown to be right), or undefined when it is no key at all. */
export function accountNamedBy(key: string): string | undefined {
  if (!/^rg_[A-Za-z0-9_-]{54}$/.test(key)) return undefined;
  const bytes = Buffer.from(key.slice(prefix.length), 'base64url');
  const hex = bytes.subarray(0, idLength).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();
