import { boundedText, readCount } from './bytes.js';
import { joinWithCheckpoint, readHashes, splitBeforeCheckpoint } from './lines.js';
import { maxNoteBytes } from './note.js';

/** The most that the body of a request can have. */
export const maxWitnessRequestBytes = maxNoteBytes + 4096;

/** What a log asks a witness to cosign. */
export interface WitnessRequest {
  /** The size that the witness cosigned last, as far as the log knows. */
  readonly oldSize: number;
  /** The consistency proof from there. */
  readonly hashes: readonly Uint8Array[];
  /** The signed note. */
  readonly checkpoint: string;
}

/** Reads the body without verifying anything. */
export function parseWitnessRequest(body: string | Uint8Array): WitnessRequest {
  const text = boundedText(body, maxWitnessRequestBytes, 'malformed-request');
  const { lines, checkpoint } = splitBeforeCheckpoint(text, 'malformed-request');
  const oldSize = /^old (\d+)$/.exec(lines[0] ?? '')?.[1] ?? '';
  return {
    oldSize: readCount(oldSize, 'malformed-request'),
    hashes: readHashes(lines.slice(1), 'malformed-request'),
    checkpoint,
  };
}

export const formatWitnessRequest = ({ oldSize, hashes, checkpoint }: WitnessRequest): string =>
  joinWithCheckpoint([`old ${oldSize}`], hashes, checkpoint);
