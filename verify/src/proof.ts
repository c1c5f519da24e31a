import { boundedText, fromBase64, readCount, readHash } from './bytes.js';
import { assert } from './errors.js';
import { maxNoteBytes } from './note.js';

/** The first line of a proof. */
export const proofHeader = 'c2sp.org/tlog-proof@v1';
/** A note, hashes and as much again of extra data. */
export const maxProofBytes = 2 * maxNoteBytes;
/** A tree of 2^53 leaves has no longer proof. */
const maxHashes = 63;
const code = 'malformed-proof';

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
  const text = boundedText(content, maxProofBytes, code);
  const end = text.indexOf('\n\n');
  const [first, ...lines] = text.slice(0, end).split('\n');
  assert(first === proofHeader && end > 0, code, 'It is not a proof, or not whole');
  const extra = lines[0]?.startsWith('extra ') ? lines.shift()?.slice(6) : undefined;
  const index = /^index (\d+)$/.exec(lines.shift() ?? '')?.[1] ?? '';
  assert(lines.length <= maxHashes, code, 'Too many hashes');
  return {
    ...(extra !== undefined && { extra: fromBase64(extra, code) }),
    index: readCount(index, code),
    hashes: lines.map((line) => readHash(line, code)),
    checkpoint: text.slice(end + 2),
  };
}
