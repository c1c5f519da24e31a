import { assert, LogError, type LogErrorCode } from './errors.js';

const encoder = new TextEncoder();
// A byte order mark is kept, so that it is not taken for nothing.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const toUtf8 = (text: string): Uint8Array => encoder.encode(text);

/** Of text or bytes of a file; refuses what is too long before anything reads it, and what is not Unicode. */
export function boundedText(content: string | Uint8Array, maxBytes: number, code: LogErrorCode): string {
  if (content.length <= maxBytes) {
    try {
      const text = typeof content === 'string' ? content : decoder.decode(content);
      // An unpaired surrogate has no UTF-8.
      if (!/\p{Surrogate}/u.test(text) && toUtf8(text).length <= maxBytes) return text;
    } catch {
      // Not UTF-8.
    }
  }
  throw new LogError(code, `Longer than ${maxBytes} bytes, or not Unicode`);
}

export function concat(...parts: readonly ArrayLike<number>[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const areEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** Only the one correct spelling: with padding, without spaces, unused bits 0. */
export function fromBase64(text: string, code: LogErrorCode): Uint8Array {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    if (toBase64(bytes) === text) return bytes;
  } catch {
    // Not in its alphabet.
  }
  throw new LogError(code, 'Bad base64');
}

/** A SHA-256 hash in base64. */
export function readHash(text: string, code: LogErrorCode): Uint8Array {
  const hash = fromBase64(text, code);
  assert(hash.length === 32, code, 'A hash has 32 bytes');
  return hash;
}

/** Without leading zeros, and no larger than a double represents exactly. */
export function readCount(text: string, code: LogErrorCode): number {
  const value = Number(text);
  assert(/^(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(value), code, 'Bad number, or above 2^53 - 1');
  return value;
}
