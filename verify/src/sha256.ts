import { LogError } from './errors.js';

export type Sha256 = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;
export type Subtle = typeof globalThis.crypto.subtle;
/** What Web Crypto takes: not in memory that is shared with other threads. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Browsers have it only in pages that were loaded over HTTPS. */
export function subtle(): Subtle {
  const { crypto } = globalThis as { crypto?: { subtle?: Subtle } };
  if (!crypto?.subtle)
    throw new LogError('unsupported', 'There is no Web Crypto: is the page loaded over HTTPS?');
  return crypto.subtle;
}

const ofWebCrypto: Sha256 = async (bytes) => new Uint8Array(await subtle().digest('SHA-256', bytes as Bytes));

let chosen = ofWebCrypto;

export const sha256: Sha256 = (bytes) => chosen(bytes);

/** Replaces Web Crypto's, which takes longer for its promise than for the hash: a server has a faster one. Without one, undoes that. */
export function setSha256(hash: Sha256 = ofWebCrypto): void {
  chosen = hash;
}
