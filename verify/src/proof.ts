import { boundedText, fromBase64, readCount, toBase64 } from './bytes.js';
import { LogError } from './errors.js';
import { joinWithCheckpoint, readHashes, splitBeforeCheckpoint } from './lines.js';
import { maxNoteBytes } from './note.js';

const header = 'c2sp.org/tlog-proof@v1';
/** A note, hashes and as much again of extra data. */
export const maxProofBytes = 2 * maxNoteBytes;

/** That an entry is in a log, as one file. */
export interface Proof {
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  /** The signed note. */
  readonly checkpoint: string;
  /** What the application adds. Nothing proves it. */
  readonly extra?: Uint8Array | undefined;
}

/** Reads it without verifying anything, not even the checkpoint's form. */
export function parseProof(content: string | Uint8Array): Proof {
  const text = boundedText(content, maxProofBytes, 'malformed-proof');
  const { lines, checkpoint } = splitBeforeCheckpoint(text, 'malformed-proof');
  const [first, ...others] = lines;
  if (first !== header) throw new LogError('malformed-proof', `It does not begin with ${header}`);
  const extra = others[0]?.startsWith('extra ') ? others.shift()?.slice(6) : undefined;
  const index = /^index (\d+)$/.exec(others.shift() ?? '')?.[1] ?? '';
  return {
    ...(extra !== undefined && { extra: fromBase64(extra, 'malformed-proof') }),
    index: readCount(index, 'malformed-proof'),
    hashes: readHashes(others, 'malformed-proof'),
    checkpoint,
  };
}

export function formatProof({ index, hashes, checkpoint, extra }: Proof): string {
  const lines = [header, ...(extra ? [`extra ${toBase64(extra)}`] : []), `index ${index}`];
  return joinWithCheckpoint(lines, hashes, checkpoint);
}
