import { readHash, toBase64 } from './bytes.js';
import { LogError, type LogErrorCode } from './errors.js';

/** A tree of 2^53 leaves has no longer proof. */
const maxHashes = 63;

/** Splits what precedes the checkpoint from it: lines, then an empty one. */
export function splitBeforeCheckpoint(
  text: string,
  code: LogErrorCode,
): { lines: string[]; checkpoint: string } {
  const end = text.indexOf('\n\n');
  if (end < 0) throw new LogError(code, 'There is no checkpoint in it');
  return { lines: text.slice(0, end).split('\n'), checkpoint: text.slice(end + 2) };
}

export function readHashes(lines: readonly string[], code: LogErrorCode): Uint8Array[] {
  if (lines.length > maxHashes) throw new LogError(code, 'There are too many hashes');
  return lines.map((line) => readHash(line, code));
}

/** The lines, one for each hash, an empty one, and the checkpoint. */
export const joinWithCheckpoint = (
  lines: readonly string[],
  hashes: readonly Uint8Array[],
  checkpoint: string,
): string => [...lines, ...hashes.map(toBase64), '', checkpoint].join('\n');
