import { createCipheriv, createHash, randomBytes } from 'node:crypto';

/** Uses the old format, in which sealed secrets did not name their key. */
export function sealInOldFormat(secret: string, owner: string, key: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(key).digest(), nonce);
  cipher.setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), body]);
}
