import { boundedText, concat, fromBase64, toHex, toUtf8 } from './bytes.js';
import { assert, LogError } from './errors.js';
import { subtle, type Bytes } from './sha256.js';
import { isName, type VerifierKey } from './verifier-key.js';

export const maxNoteBytes = 65_536;
const maxSignatures = 100;

export interface Signature {
  readonly name: string;
  readonly id: string;
}

export interface VerifiedSignature extends Signature {
  readonly key: VerifierKey;
  /** When it was made, in seconds since 1970. Only cosignatures say so. */
  readonly time?: number | undefined;
}

export interface OpenedNote {
  /** What was signed, with its last newline. */
  readonly text: string;
  readonly verified: readonly VerifiedSignature[];
  /** Of keys that were not given, so nothing is known about them. */
  readonly unknown: readonly Signature[];
}

interface SignatureLine extends Signature {
  readonly bytes: Uint8Array;
}

export interface ParsedNote {
  readonly text: string;
  readonly signatures: readonly SignatureLine[];
}

function require(holds: boolean, message: string): void {
  assert(holds, 'malformed-note', message);
}

/** A note's text ends with a newline, and has no other control characters. */
export function requireNoteText(text: string): void {
  // oxlint-disable-next-line no-control-regex -- these are what is refused
  require(/\n$/.test(text) && !/[\0-\x09\x0b-\x1f]/.test(text), 'No last newline, or control characters');
}

/** Splits a note without verifying anything. */
export function parseNote(note: string | Uint8Array): ParsedNote {
  const all = boundedText(note, maxNoteBytes, 'malformed-note');
  requireNoteText(all);
  const end = all.lastIndexOf('\n\n');
  const lines = all.slice(end + 2, -1).split('\n');
  require(end >= 0 && lines.length <= maxSignatures, `A note has 1 to ${maxSignatures} signatures`);
  return { text: all.slice(0, end + 1), signatures: lines.map(parseLine) };
}

function parseLine(line: string): SignatureLine {
  const [dash, name = '', encoded = '', ...others] = line.split(' ');
  const bytes = fromBase64(encoded, 'malformed-note');
  require(dash === '—' && isName(name) && bytes.length > 4 && others.length === 0, 'Bad signature line');
  return { name, id: toHex(bytes.subarray(0, 4)), bytes: bytes.subarray(4) };
}

/**
 * Verifies the signatures of all given keys. Throws a `LogError` if one of these is wrong, if a key has signed twice, or if none of
 * them has signed.
 */
export async function openNote(note: string | Uint8Array, keys: readonly VerifierKey[]): Promise<OpenedNote> {
  const { text, signatures } = parseNote(note);
  const verified: VerifiedSignature[] = [];
  const unknown: Signature[] = [];
  for (const { name, id, bytes } of signatures) {
    const key = keys.find((one) => one.name === name && one.id === id);
    if (!key) unknown.push({ name, id });
    else {
      require(!verified.some((one) => one.key === key), `${name} has signed twice`);
      verified.push({ name, id, key, time: await verifySignature(text, bytes, key) });
    }
  }
  assert(verified.length > 0, 'unknown-key', 'No known key has signed it');
  return { text, verified, unknown };
}

/** What a witness signs: with the time, which a log's signature does not have. */
export const cosignedText = (text: string, time: number): string => `cosignature/v1\ntime ${time}\n${text}`;

/** The time of a cosignature is before its 64 bytes, in eight. */
async function verifySignature(
  text: string,
  bytes: Uint8Array,
  { name, type, publicKey }: VerifierKey,
): Promise<number | undefined> {
  const start = type === 4 ? 8 : 0;
  const time =
    start > 0 && bytes.length > start
      ? Number(new DataView(concat(bytes).buffer).getBigUint64(0))
      : undefined;
  const signed = time === undefined ? text : cosignedText(text, time);
  const isRight =
    bytes.length === start + 64 &&
    // A time that is not exact in a double is in the far future, and wrong.
    (time ?? 0) <= Number.MAX_SAFE_INTEGER &&
    (await verifyEd25519(publicKey, bytes.subarray(start), toUtf8(signed)));
  assert(isRight, 'bad-signature', `The signature of ${name} is wrong`);
  return time;
}

async function verifyEd25519(key: Uint8Array, signature: Uint8Array, signed: Uint8Array): Promise<boolean> {
  const web = subtle();
  try {
    const imported = await web.importKey('raw', key as Bytes, 'Ed25519', false, ['verify']);
    return await web.verify('Ed25519', imported, signature as Bytes, signed as Bytes);
  } catch (cause) {
    // A browser from before 2025 may not have it. Any other error is about the key, which then has signed nothing.
    if ((cause as Error).name !== 'NotSupportedError') return false;
    throw new LogError('unsupported', 'Ed25519 is not supported here', { cause });
  }
}
