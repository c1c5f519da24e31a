import { LogError, maxNoteBytes } from '@regrove/verify';
import { joinWithCheckpoint } from './format.js';

/** The most that the body of a request can have. */
export const maxWitnessRequestBytes = maxNoteBytes + 4096;
/** A tree of 2^53 leaves has no longer proof. */
const maxHashes = 63;

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
  const text = typeof body === 'string' ? body : Buffer.from(body).toString();
  const end = text.indexOf('\n\n');
  const [first = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\n');
  const oldSize = Number(/^old (0|[1-9]\d*)$/.exec(first)?.[1] ?? NaN);
  const hashes = lines.map((line) => Buffer.from(line, 'base64'));
  if (
    Buffer.byteLength(text) > maxWitnessRequestBytes ||
    !Number.isSafeInteger(oldSize) ||
    hashes.length > maxHashes ||
    // Only the one correct spelling of each.
    hashes.some((hash, at) => hash.length !== 32 || hash.toString('base64') !== lines[at])
  )
    throw new LogError('malformed-request', 'It is not a request to cosign a checkpoint');
  return { oldSize, hashes, checkpoint: text.slice(end + 2) };
}

export const formatWitnessRequest = ({ oldSize, hashes, checkpoint }: WitnessRequest): string =>
  joinWithCheckpoint([`old ${oldSize}`], hashes, checkpoint);
