import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts small secrets at rest (AES-256-GCM). `owner` is bound in, so a sealed value copied to another row does not open. */
export interface SecretBox {
  seal(secret: string, owner: string): Buffer;
  open(sealed: Buffer, owner: string): string;
}

const version = 1;
const nonceLength = 12;
const tagLength = 16;

export function createSecretBox(secretKey: string): SecretBox {
  const key = createHash('sha256').update(secretKey).digest();
  return {
    seal(secret, owner) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, owner) {
      if (sealed[0] !== version) throw new Error('sealed with an unknown method');
      const nonce = sealed.subarray(1, 1 + nonceLength);
      const tag = sealed.subarray(1 + nonceLength, 1 + nonceLength + tagLength);
      const body = sealed.subarray(1 + nonceLength + tagLength);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner)).setAuthTag(tag);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}
