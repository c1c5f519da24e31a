import { randomBytes, webcrypto } from 'node:crypto';
import { join } from 'node:path';
import { createFileOnce, readFileIfExists } from '../data-dir.js';

/** Relative to the data directory. */
export const logKeyFile = 'log-key';

/** What an Ed25519 key begins with in PKCS #8. Its seed follows. */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface LogKey {
  readonly privateKey: webcrypto.CryptoKey;
  readonly publicKey: Uint8Array;
}

/** The key that signs checkpoints: the configured one, or that in the key file, which is created if missing. */
export async function logKeyOf(dataDir: string, configured: string | undefined): Promise<LogKey> {
  const file = join(dataDir, logKeyFile);
  const text =
    configured ??
    (await readFileIfExists(file)) ??
    (await createFileOnce(file, `${randomBytes(32).toString('base64')}\n`));
  const seed = Buffer.from(text.trim(), 'base64');
  if (seed.length !== 32) throw new Error(`${file} does not contain a key of 32 bytes in base64`);
  const { subtle } = webcrypto;
  const privateKey = await subtle.importKey('pkcs8', Buffer.concat([pkcs8Start, seed]), 'Ed25519', true, [
    'sign',
  ]);
  const { x = '' } = await subtle.exportKey('jwk', privateKey);
  return { privateKey, publicKey: Buffer.from(x, 'base64url') };
}
