import { randomBytes, webcrypto } from 'node:crypto';
import { join } from 'node:path';
import { createFileOnce, readFileIfExists, replaceFile } from '../atomic-files.js';

/** Relative to the data directory. */
export const logKeyFile = 'log-key';

/** What an Ed25519 key begins with in PKCS #8. Its seed follows. */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Relative to the data directory: what was signed. */
export const signedTreeFile = 'log-signed';

/** Relative to the data directory: with which keys. */
export const knownKeysFile = 'log-keys';

/** Records that nothing has been signed yet, because the key or the database is new. Does nothing if the directory knows more. */
export const initSignedTreeFile = (dataDir: string): Promise<string> =>
  createFileOnce(join(dataDir, signedTreeFile), '');

export interface LogKey {
  readonly privateKey: webcrypto.CryptoKey;
  readonly publicKey: Uint8Array;
}

const newSeed = (): string => `${randomBytes(32).toString('base64')}\n`;

/** What is in the key file, which is created if missing. */
export async function readLogSeed(dataDir: string): Promise<string> {
  const file = join(dataDir, logKeyFile);
  let text = await readFileIfExists(file);
  if (text === undefined) {
    await initSignedTreeFile(dataDir);
    text = await createFileOnce(file, newSeed());
  }
  if (Buffer.from(text.trim(), 'base64').length !== 32)
    throw new Error(`${file} does not contain a key of 32 bytes in base64`);
  return text.trim();
}

/** There is no way back: the former private key is gone. */
export const replaceLogSeed = (dataDir: string): Promise<void> =>
  replaceFile(join(dataDir, logKeyFile), newSeed());

export async function logKeyOf(seed: string): Promise<LogKey> {
  const { subtle } = webcrypto;
  const encoded = Buffer.concat([pkcs8Start, Buffer.from(seed, 'base64')]);
  const privateKey = await subtle.importKey('pkcs8', encoded, 'Ed25519', true, ['sign']);
  const { x = '' } = await subtle.exportKey('jwk', privateKey);
  return { privateKey, publicKey: Buffer.from(x, 'base64url') };
}
