import { concat, fromBase64, toBase64, toHex, toUtf8 } from './bytes.js';
import { assert } from './errors.js';
import { sha256 } from './sha256.js';

/** 1: signs a note, as logs do. 4: cosigns a checkpoint with the time, as witnesses do. */
export type KeyType = 1 | 4;

/** The public part of a key, with what identifies it in notes. */
export interface VerifierKey {
  readonly name: string;
  /** The first four bytes of a hash of all else, in hexadecimal. */
  readonly id: string;
  readonly type: KeyType;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
}

function require(holds: unknown, message: string): asserts holds {
  assert(holds, 'malformed-key', message);
}

/** Names have neither spaces, plus signs nor control characters. */
export const isName = (text: string): boolean => /^[^\p{White_Space}\p{Surrogate}\p{Cc}+]+$/u.test(text);

export async function makeVerifierKey(
  name: string,
  type: KeyType,
  publicKey: Uint8Array,
): Promise<VerifierKey> {
  require(isName(name), 'The name of a key has no spaces or plus signs');
  // Whoever calls this need not use TypeScript, and what is parsed may be of any type.
  require([1, 4].includes(type), 'A key is of type 1 (log) or 4 (witness)');
  require(publicKey.length === 32, 'A key has 32 bytes');
  const hash = await sha256(concat(toUtf8(`${name}\n`), [type], publicKey));
  return { name, id: toHex(hash.subarray(0, 4)), type, publicKey: concat(publicKey) };
}

/** The inverse of `formatVerifierKey`. Checks the id. */
export async function parseVerifierKey(text: string): Promise<VerifierKey> {
  const [, name, id, encoded] = /^([^+]{1,255})\+([0-9a-f]{8})\+(.{1,255})$/su.exec(text) ?? [];
  require(name && encoded, 'A verifier key has the form name+id+key');
  const bytes = fromBase64(encoded, 'malformed-key');
  const key = await makeVerifierKey(name, bytes[0] as KeyType, bytes.subarray(1));
  require(key.id === id, 'The id is that of another key: is a letter missing or wrong?');
  return key;
}

/** One line of text without its newline: `name+id+key`. */
export const formatVerifierKey = ({ name, id, type, publicKey }: VerifierKey): string =>
  `${name}+${id}+${toBase64(concat([type], publicKey))}`;

/** Wherever keys are given, they may be text. */
export const readKeys = (keys: readonly (string | VerifierKey)[], type: KeyType): Promise<VerifierKey[]> =>
  Promise.all(
    keys.map(async (one) => {
      const key = typeof one === 'string' ? await parseVerifierKey(one) : one;
      require(key.type === type, `${key.name} is a ${key.type === 1 ? 'log' : 'witness'}`);
      return key;
    }),
  );
