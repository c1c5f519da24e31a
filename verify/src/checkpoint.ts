import { fromUtf8, readCount, readHash, toBase64 } from './bytes.js';
import { LogError } from './errors.js';
import { requireCounts } from './merkle.js';
import { openNote, requireNoteText, type Signature } from './note.js';
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

const bad = (message: string): LogError => new LogError('malformed-checkpoint', message);

/** Reads the text of a note. */
export function parseCheckpoint(text: string): Checkpoint {
  requireNoteText(text);
  const [origin = '', size = '', root = '', ...extensions] = text.slice(0, -1).split('\n');
  if (origin === '' || extensions.includes('')) throw bad('A checkpoint has no empty lines');
  return {
    origin,
    size: readCount(size, 'malformed-checkpoint'),
    root: readHash(root, 'malformed-checkpoint'),
    extensions,
  };
}

/** The text to sign. */
export function formatCheckpoint({
  origin,
  size,
  root,
  extensions = [],
}: Omit<Checkpoint, 'extensions'> & Partial<Checkpoint>): string {
  requireCounts(size);
  const text = [origin, size, toBase64(root), ...extensions, ''].join('\n');
  // Such as an origin with a newline.
  if (parseCheckpoint(text).extensions.length !== extensions.length) throw bad('A line is more than one');
  return text;
}

/**
 * Verifies the signatures of a checkpoint and reads it. Throws a `LogError` if one of a given key is wrong, or if none of them has
 * signed: a witness's suffices here, so `keyId` says whether the log itself did.
 */
export async function openCheckpoint(
  note: string | Uint8Array,
  { keys, witnesses = [] }: TrustedKeys,
): Promise<OpenedCheckpoint> {
  const logs = await readKeys(keys, 1);
  const opened = await openNote(note, [...logs, ...(await readKeys(witnesses, 4))]);
  const checkpoint = parseCheckpoint(opened.text);
  const byLogs = opened.verified.filter(({ key }) => key.type === 1);
  // A key is only trusted for its own log.
  const log = byLogs.find(({ name }) => name === checkpoint.origin);
  if (byLogs[0] && !log)
    throw new LogError('other-origin', `${byLogs[0].name} has signed a checkpoint of ${checkpoint.origin}`);
  return {
    ...checkpoint,
    text: typeof note === 'string' ? note : fromUtf8(note, 'malformed-note'),
    keyId: log?.id,
    cosignatures: opened.verified.flatMap(({ name, id, time }) =>
      time === undefined ? [] : [{ name, id, time }],
    ),
    unknown: opened.unknown,
  };
}
