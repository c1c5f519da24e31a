import { concat, toBase64, toUtf8 } from './bytes.js';
import { LogError } from './errors.js';
import { requireCounts } from './merkle.js';
import { cosignedText, requireNoteText } from './note.js';
import { subtle, type Bytes, type Subtle } from './sha256.js';
import type { KeyType, VerifierKey } from './verifier-key.js';

/** A private `CryptoKey` for Ed25519. Named by what takes it, as not every environment has the names of browsers. */
export type PrivateKey = Parameters<Subtle['sign']>[1];

export interface Signer {
  readonly key: VerifierKey;
  readonly privateKey: PrivateKey;
}

async function signatureLine(
  { key, privateKey }: Signer,
  type: KeyType,
  signed: string,
  time: Uint8Array,
): Promise<string> {
  if (key.type !== type) throw new LogError('malformed-key', `${key.name} has a key for something else`);
  const signature = await subtle().sign('Ed25519', privateKey, toUtf8(signed) as Bytes);
  return `— ${key.name} ${toBase64(concat(bigEndian(Number.parseInt(key.id, 16), 4), time, new Uint8Array(signature)))}\n`;
}

function bigEndian(value: number, length: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(value));
  return new Uint8Array(view.buffer).subarray(8 - length);
}

/** The signature line of a log for a note's text, with its newline. */
export async function signNote(text: string, signer: Signer): Promise<string> {
  requireNoteText(text);
  return signatureLine(signer, 1, text, new Uint8Array());
}

/** The signature line of a witness for a checkpoint's text. `time` is in seconds since 1970. */
export async function cosign(text: string, signer: Signer, time: number): Promise<string> {
  requireNoteText(text);
  requireCounts(time);
  return signatureLine(signer, 4, cosignedText(text, time), bigEndian(time, 8));
}

/** The whole note. A line that comes later, such as a witness's, is simply appended. */
export const formatNote = (text: string, ...signatureLines: readonly string[]): string =>
  `${text}\n${signatureLines.join('')}`;
