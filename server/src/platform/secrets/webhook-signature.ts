import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';

/* How webhooks are signed: Standard Webhooks (https://www.standardwebhooks.com), with both of its schemes, so that a receiver can
   check them with a library, and with the public key alone if it should not be able to sign itself. */

const SECRET_PREFIX = 'whsec_';
const PRIVATE_KEY_PREFIX = 'whsk_';
const PUBLIC_KEY_PREFIX = 'whpk_';
const KEY_BYTES = 32;
/* Node imports a raw Ed25519 seed only in its PKCS #8 wrapping, whose bytes are the same for every key. */
const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A new secret of a receiver, for HMAC-SHA256: `whsec_...`. */
export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(KEY_BYTES).toString('base64');
}

/** A new private key of an endpoint, for Ed25519, as it is stored: `whsk_...`. */
export function newWebhookPrivateKey(): string {
  return PRIVATE_KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64');
}

/** The key to sign with, from how it is stored. Importing takes longer than signing, so whoever signs often keeps it. */
export function importWebhookPrivateKey(privateKey: string): KeyObject {
  const seed = keyBytes(privateKey, PRIVATE_KEY_PREFIX);
  return createPrivateKey({ key: Buffer.concat([PKCS8_OF_ED25519, seed]), format: 'der', type: 'pkcs8' });
}

/** What receivers check signatures of the private key with: `whpk_...`. */
export function webhookPublicKey(privateKey: KeyObject): string {
  /* The raw key is the end of its wrapping. */
  const wrapped = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return PUBLIC_KEY_PREFIX + wrapped.subarray(-KEY_BYTES).toString('base64');
}

export interface WebhookToSign {
  /** The event's id, which is sent as `webhook-id`. */
  id: string;
  /** Seconds since 1970, sent as `webhook-timestamp`: the time of this attempt, not of the event. */
  timestamp: number;
  /** What is sent, to the byte. */
  body: string;
  /** More than one while a former secret signs along after a rotation. */
  secrets: readonly string[];
  privateKey: KeyObject;
}

/** The value of the header `webhook-signature`: one `v1` for each secret, and one `v1a` of the private key. */
export function signWebhook({ id, timestamp, body, secrets, privateKey }: WebhookToSign): string {
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  const signatures = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', keyBytes(secret, SECRET_PREFIX)).update(content).digest('base64')}`,
  );
  signatures.push(`v1a,${sign(null, content, privateKey).toString('base64')}`);
  return signatures.join(' ');
}

function keyBytes(text: string, prefix: string): Buffer {
  const bytes = Buffer.from(text.slice(prefix.length), 'base64');
  if (!text.startsWith(prefix) || bytes.length !== KEY_BYTES)
    throw new Error(`not a key that starts with ${prefix}`);
  return bytes;
}
