import {
  canonicalJson,
  LogError,
  parseCheckpoint,
  parseEntry,
  proofHeader,
  type Checkpoint,
  type Entry,
  type JsonValue,
  type Proof,
} from '@regrove/verify';

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The bytes that are entered in the log. Throws a `LogError` if nobody could read them. */
export function formatEntry(entry: Entry): Buffer {
  const bytes = Buffer.from(canonicalJson(entry as unknown as JsonValue));
  parseEntry(bytes);
  return bytes;
}

/** The text to sign. */
export function formatCheckpoint({
  origin,
  size,
  root,
  extensions = [],
}: Omit<Checkpoint, 'extensions'> & Partial<Checkpoint>): string {
  const text = [origin, size, toBase64(root), ...extensions, ''].join('\n');
  // Such as an origin with a newline.
  if (parseCheckpoint(text).extensions.length !== extensions.length)
    throw new LogError('malformed-checkpoint', 'A line is more than one');
  return text;
}

/** The lines, one for each hash, an empty one, and the checkpoint. */
export const joinWithCheckpoint = (
  lines: readonly string[],
  hashes: readonly Uint8Array[],
  checkpoint: string,
): string => [...lines, ...hashes.map(toBase64), '', checkpoint].join('\n');

export function formatProof({ index, hashes, checkpoint, extra }: Proof): string {
  const lines = [proofHeader, ...(extra ? [`extra ${toBase64(extra)}`] : []), `index ${index}`];
  return joinWithCheckpoint(lines, hashes, checkpoint);
}
