import { boundedText, readCount, readHash } from './bytes.js';
import { assert } from './errors.js';
import { maxNoteBytes, openNote, requireNoteText, type Signature } from './note.js';
import { readKeys, type VerifierKey } from './verifier-key.js';

/** What a log says about itself: its name, its size, and the root of its tree. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  /** Further lines, which nobody has to understand. */
  readonly extensions: readonly string[];
}

/** That a witness saw no other history of the log before it saw this checkpoint. */
export interface Cosignature {
  readonly name: string;
  readonly id: string;
  /** In seconds since 1970. */
  readonly time: number;
}

export interface TrustedKeys {
  /** Of the log, as text or parsed. */
  readonly keys: readonly (string | VerifierKey)[];
  /** Of witnesses. */
  readonly witnesses?: readonly (string | VerifierKey)[];
}

export interface OpenedCheckpoint extends Checkpoint {
  /** The whole note, as it was given. */
  readonly text: string;
  /** The id of the log's key that signed it; undefined if only witnesses did. */
  readonly keyId: string | undefined;
  readonly cosignatures: readonly Cosignature[];
  /** Signatures of keys that were not given. */
  readonly unknown: readonly Signature[];
}

const code = 'malformed-checkpoint';

/** Reads the text of a note. */
export function parseCheckpoint(text: string): Checkpoint {
  requireNoteText(text);
  const [origin = '', size = '', root = '', ...extensions] = text.slice(0, -1).split('\n');
  assert(origin && !extensions.includes(''), code, 'A checkpoint has no empty lines');
  return { origin, size: readCount(size, code), root: readHash(root, code), extensions };
}

/**
 * Verifies the signatures of a checkpoint and reads it. Throws a `LogError` if one of a given key is wrong, or if none of them has
 * signed: a witness's suffices here, so `keyId` says whether the log itself did.
 */
export async function openCheckpoint(
  note: string | Uint8Array,
  { keys, witnesses = [] }: TrustedKeys,
): Promise<OpenedCheckpoint> {
  const given = [...(await readKeys(keys, 1)), ...(await readKeys(witnesses, 4))];
  const { text, verified, unknown } = await openNote(note, given);
  const checkpoint = parseCheckpoint(text);
  const { origin } = checkpoint;
  const byLogs = verified.filter(({ key }) => key.type === 1);
  // A key is only trusted for its own log.
  const log = byLogs.find(({ name }) => name === origin);
  assert(log ?? !byLogs[0], 'other-origin', `Another log has signed a checkpoint of ${origin}`);
  return {
    ...checkpoint,
    text: boundedText(note, maxNoteBytes, code),
    keyId: log?.id,
    cosignatures: verified.flatMap(({ name, id, time }) => (time === undefined ? [] : [{ name, id, time }])),
    unknown,
  };
}
