import { createPrivateKey, createPublicKey, webcrypto } from 'node:crypto';
import type { Signer } from '../../../server/src/platform/tlog/sign.js';
import { makeVerifierKey, type KeyType } from '../../src/index.js';

/** The first key of RFC 8032, section 7.1. */
export const firstSeed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const otherSeed = (number: number): string => number.toString(16).padStart(64, '0');

/** The beginning of an Ed25519 key in PKCS #8. */
const prefix = '302e020100300506032b657004220420';

/** A key from a fixed seed, so that signatures are always the same. */
export async function signerOf(
  name: string,
  type: KeyType,
  seed: string | number = firstSeed,
): Promise<Signer> {
  const der = Buffer.from(prefix + (typeof seed === 'number' ? otherSeed(seed) : seed), 'hex');
  const publicKey = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return {
    key: await makeVerifierKey(name, type, raw),
    privateKey: await webcrypto.subtle.importKey('pkcs8', der, 'Ed25519', false, ['sign']),
  };
}
