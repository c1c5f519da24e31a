import { parseEntry } from '@regrove/verify';
import type { Context } from '../../../database/context.js';
import { newestCheckpoint, readEntries } from '../../../features/log/log-store.js';
import type { LogFacts } from './log-page.js';

const shown = 20;

export async function readLogFacts({ db, baseUrl, transparency }: Context): Promise<LogFacts> {
  const { key } = await transparency.signer();
  const origin = key.name;
  const checkpoint = await newestCheckpoint(db);
  if (!checkpoint) return { baseUrl: baseUrl(), origin, signed: undefined, newest: [] };
  const { size, signedAt, note } = checkpoint;
  const first = Math.max(size - shown, 0);
  const entries = await readEntries(db, first, size);
  return {
    baseUrl: baseUrl(),
    origin,
    signed: { size, at: signedAt, witnesses: witnessesOf(note, origin) },
    newest: entries
      .map((bytes, number) => ({ index: first + number, entry: parseEntry(bytes) }))
      .toReversed(),
  };
}

/** Cosignatures are verified before they are stored. */
const witnessesOf = (note: string, origin: string): number =>
  note.split('\n').filter((line) => line.startsWith('— ') && !line.startsWith(`— ${origin} `)).length;
