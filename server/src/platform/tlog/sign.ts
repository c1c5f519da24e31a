import { webcrypto } from 'node:crypto';
import { cosignedText, LogError, requireNoteText, type KeyType, type VerifierKey } from '@regrove/verify';

export interface Signer {
  readonly key: VerifierKey;
  /** For Ed25519. */
  readonly privateKey: webcrypto.CryptoKey;
}

async function signatureLine(
  { key, privateKey }: Signer,
  type: KeyType,
  signed: string,
  time = Buffer.alloc(0),
): Promise<string> {
  if (key.type !== type) throw new LogError('malformed-key', `${key.name} has a key for something else`);
  const signature = await webcrypto.subtle.sign('Ed25519', privateKey, Buffer.from(signed));
  const bytes = Buffer.concat([Buffer.from(key.id, 'hex'), time, Buffer.from(signature)]);
  return `— ${key.name} ${bytes.toString('base64')}\n`;
}

/** The signature line of a log for a note's text, with its newline. */
export async function signNote(text: string, signer: Signer): Promise<string> {
  requireNoteText(text);
  return signatureLine(signer, 1, text);
}

/** The signature line of a witness for a checkpoint's text. `time` is in seconds since 1970. */
export async function cosign(text: string, signer: Signer, time: number): Promise<string> {
  requireNoteText(text);
  if (!Number.isSafeInteger(time) || time < 0) throw new LogError('out-of-range', `${time} is no time`);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(time));
  return signatureLine(signer, 4, cosignedText(text, time), bytes);
}

/** The whole note. A line that comes later, such as a witness's, is simply appended. */
export const formatNote = (text: string, ...signatureLines: readonly string[]): string =>
  `${text}\n${signatureLines.join('')}`;
