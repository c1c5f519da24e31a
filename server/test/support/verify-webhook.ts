import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import type { Received } from './webhooks.js';

/** The Ed25519 signature, checked by a program that is not ours. */
export async function verifiesByOpenssl({ headers, body }: Received, publicKey: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'regrove-openssl-'));
  const file = (name: string): string => join(folder, name);
  // The fixed beginning of an Ed25519 key as SubjectPublicKeyInfo.
  const prefix = Buffer.from('302a300506032b6570032100', 'hex');
  const raw = Buffer.from(publicKey.replace('whpk_', ''), 'base64');
  const signature = /v1a,(\S+)/.exec(headers['webhook-signature'] ?? '')?.[1] ?? '';
  await writeFile(file('key.der'), Buffer.concat([prefix, raw]));
  await writeFile(file('signature'), Buffer.from(signature, 'base64'));
  await writeFile(
    file('content'),
    `${headers['webhook-id'] ?? ''}.${headers['webhook-timestamp'] ?? ''}.${body}`,
  );
  const options = ['-pubin', '-inkey', file('key.der'), '-keyform', 'DER', '-rawin', '-in', file('content')];
  try {
    await promisify(execFile)('openssl', ['pkeyutl', '-verify', ...options, '-sigfile', file('signature')]);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The HMAC signature, checked by the library that receivers use. */
export const verifies = ({ headers, body }: Received, secret: string): boolean => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};
