import { createPrivateKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { sealedColumn } from '../../database/sealed-column.js';
import { tryOpen, type SecretBox } from '../../platform/secrets/secret-box.js';
import type { Endpoint } from './endpoint-store.js';

export const sealedKeys = sealedColumn('webhook_endpoints', 'keys_sealed');

interface StoredSecret {
  /** Base64. */
  readonly secret: string;
  /** ISO time. Absent: the current one. */
  readonly until?: string;
}

/** What `keys_sealed` contains, as JSON. */
interface StoredKeys {
  /** The current one comes first. */
  readonly secrets: readonly StoredSecret[];
  /** Base64 of PKCS #8. */
  readonly privateKey: string;
}

/** What deliveries of an endpoint are signed with. */
export interface SigningKeys {
  readonly secrets: readonly { readonly key: Buffer; readonly until: Date | undefined }[];
  readonly privateKey: KeyObject;
}

export interface NewKeys {
  readonly publicKey: Buffer;
  readonly keysSealed: Buffer;
  /** As it is shown, once. */
  readonly secret: string;
}

const secretBytes = 32;
const overlapMs = 24 * 3_600_000;
/** Those of an endpoint that is rotated again and again. */
const maxSecrets = 10;

const newSecret = (): string => randomBytes(secretBytes).toString('base64');
const shown = (secret: string): string => `whsec_${secret}`;

export const shownPublicKey = (key: Buffer): string => `whpk_${key.toString('base64')}`;

export function makeKeys(secrets: SecretBox, id: string): NewKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const secret = newSecret();
  const stored: StoredKeys = {
    secrets: [{ secret }],
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  };
  return {
    publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
    keysSealed: secrets.seal(JSON.stringify(stored), id),
    secret: shown(secret),
  };
}

/** A new secret; the former ones stay valid for a day. Keys that no longer can be read are replaced as a whole. */
export function rotateKeys(
  secrets: SecretBox,
  { id, keysSealed, publicKey }: Pick<Endpoint, 'id' | 'keysSealed' | 'publicKey'>,
  now: Date,
): NewKeys {
  const stored = openStored(secrets, id, keysSealed);
  if (!stored) return makeKeys(secrets, id);
  const secret = newSecret();
  const until = new Date(now.getTime() + overlapMs).toISOString();
  const former = stored.secrets
    .map((one) => ({ until, ...one }))
    .filter((one) => new Date(one.until) > now)
    .slice(0, maxSecrets - 1);
  const rotated: StoredKeys = { ...stored, secrets: [{ secret }, ...former] };
  return { publicKey, keysSealed: secrets.seal(JSON.stringify(rotated), id), secret: shown(secret) };
}

/** Undefined if no known key of the installation decrypts them. */
export function openKeys(
  secrets: SecretBox,
  { id, keysSealed }: Pick<Endpoint, 'id' | 'keysSealed'>,
): SigningKeys | undefined {
  const stored = openStored(secrets, id, keysSealed);
  return (
    stored && {
      secrets: stored.secrets.map(({ secret, until }) => ({
        key: Buffer.from(secret, 'base64'),
        until: until === undefined ? undefined : new Date(until),
      })),
      privateKey: createPrivateKey({
        key: Buffer.from(stored.privateKey, 'base64'),
        type: 'pkcs8',
        format: 'der',
      }),
    }
  );
}

function openStored(secrets: SecretBox, id: string, sealed: Buffer): StoredKeys | undefined {
  const text = tryOpen(secrets, sealed, id);
  return text === undefined ? undefined : (JSON.parse(text) as StoredKeys);
}
