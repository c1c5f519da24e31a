import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** Encrypts small secrets at rest (AES-256-GCM). `owner` is authenticated, so a value copied to another row does not open. */
export interface SecretBox {
  seal(secret: string, owner: string): Buffer;
  /** Throws if no known key decrypts it. */
  open(sealed: Buffer, owner: string): string;
  /** The prefix of sealed values for every known key. The key that currently seals comes first. */
  keyPrefixes(): readonly Buffer[];
}

/** The current keys: the first one seals, all of them open. */
export type ReadKeys = () => readonly string[];

interface Key {
  readonly bytes: Buffer;
  /** The version and the key id. The id is derived from the key and does not reveal it. */
  readonly mark: Buffer;
}

/** Sealed before keys had an id: any key may match. */
const anonymousVersion = 1;
const version = 2;
const idLength = 8;
const nonceLength = 12;
const tagLength = 16;

/** Length of the prefix that identifies the key. */
export const keyPrefixLength = 1 + idLength;

/**
 * Reads the keys each time it seals, and each time it finds a value from an unknown key, because keys can be rotated while
 * processes run. Keys it has read once stay usable for opening.
 */
export function createSecretBox(readKeys: ReadKeys): SecretBox {
  const known = new Map<string, Key>();
  const keysOfNow = (): Key[] =>
    readKeys().map((text) => {
      const key = keyOf(text);
      known.set(key.mark.toString('hex'), key);
      return key;
    });
  const sealing = (): Key => {
    const [first] = keysOfNow();
    if (!first) throw new Error('there is no key to seal with');
    return first;
  };
  keysOfNow();

  const candidates = (sealed: Buffer): Key[] => {
    if (sealed[0] === anonymousVersion) {
      keysOfNow();
      return [...known.values()];
    }
    if (sealed[0] !== version) throw new Error('sealed with an unknown method');
    const mark = sealed.subarray(0, keyPrefixLength).toString('hex');
    if (!known.has(mark)) keysOfNow();
    const key = known.get(mark);
    return key ? [key] : [];
  };

  return {
    seal(secret, owner) {
      const { bytes, mark } = sealing();
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([mark, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, owner) {
      const content = sealed.subarray(sealed[0] === anonymousVersion ? 1 : keyPrefixLength);
      for (const { bytes } of candidates(sealed)) {
        const secret = opened(content, owner, bytes);
        if (secret !== undefined) return secret;
      }
      throw new Error('no known key decrypts it');
    },
    keyPrefixes: () => [...new Set([...keysOfNow(), ...known.values()])].map(({ mark }) => mark),
  };
}

/** Undefined if no known key decrypts it. */
export function tryOpen(secrets: SecretBox, sealed: Buffer, owner: string): string | undefined {
  try {
    return secrets.open(sealed, owner);
  } catch {
    return undefined;
  }
}

/** The prefix of every value that this key seals. */
export const keyPrefixOf = (key: string): Buffer => keyOf(key).mark;

function keyOf(text: string): Key {
  const bytes = createHash('sha256').update(text).digest();
  const id = createHmac('sha256', bytes).update('regrove key id').digest().subarray(0, idLength);
  return { bytes, mark: Buffer.concat([Buffer.of(version), id]) };
}

/** Undefined if the key or the owner is wrong, or the value is damaged. */
function opened(content: Buffer, owner: string, key: Buffer): string | undefined {
  const nonce = content.subarray(0, nonceLength);
  const tag = content.subarray(nonceLength, nonceLength + tagLength);
  if (tag.length < tagLength) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
  const body = decipher.update(content.subarray(nonceLength + tagLength));
  try {
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
