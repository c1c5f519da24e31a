import { createHmac, sign as signWithKey } from 'node:crypto';
import type { SigningKeys } from './endpoint-keys.js';

export interface Signed {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** The `webhook-signature` header: one signature per secret that is valid now, and one by the private key. */
export function signatureOf(
  { id, timestamp, body }: Signed,
  { secrets, privateKey }: SigningKeys,
  now: Date,
): string {
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  const byKey = signWithKey(null, content, privateKey).toString('base64');
  const bySecrets = secrets
    .filter(({ until }) => until === undefined || until > now)
    .map(({ key }) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  return [...bySecrets, `v1a,${byKey}`].join(' ');
}
