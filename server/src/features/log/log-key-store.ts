import { formatVerifierKey, type VerifierKey } from '@regrove/verify';
import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { StoredCheckpoint } from './log-store.js';

/** A key that has signed the log. */
export interface UsedKey {
  /** A verifier key. */
  readonly key: string;
  readonly firstSignedAt: Date;
  /** Of the smallest and the largest log that it signed. */
  readonly firstSize: number;
  readonly lastSize: number;
}

const upsert = statement(`
  insert into log_keys (key, first_note, first_signed_at, first_size, last_size) values ($1, $2, $3, $4, $4)
  on conflict (key) do update set last_size = greatest(log_keys.last_size, excluded.last_size)`);

/** That it has signed the checkpoint. */
export async function recordKey(
  db: Transaction,
  key: VerifierKey,
  { size, signedAt, note }: StoredCheckpoint,
): Promise<void> {
  await db.rows(upsert, [formatVerifierKey(key), note, signedAt, size]);
}

const select = statement<UsedKey>(
  'select key, first_signed_at, first_size, last_size from log_keys order by first_signed_at desc, key',
);

/** Newest first. */
export const listUsedKeys = (db: Database): Promise<UsedKey[]> => db.rows(select);

/** With the first checkpoint that it signed. */
export interface UsedKeyWithNote extends UsedKey {
  readonly firstNote: string;
}

const selectWithNotes = statement<UsedKeyWithNote>(`
  select key, first_note, first_signed_at, first_size, last_size from log_keys order by first_size, first_signed_at, key`);

/** Oldest first. */
export const usedKeysWithNotes = (db: Database): Promise<UsedKeyWithNote[]> => db.rows(selectWithNotes);

const selectNote = statement<{ firstNote: string }>(
  `select first_note from log_keys where split_part(key, '+', 2) = $1 order by first_signed_at limit 1`,
);

/** The first checkpoint that the key with this id signed: if it replaced another key, with the signatures of both. */
export const firstNoteOf = async (db: Database, id: string): Promise<string | undefined> =>
  (await db.first(selectNote, [id]))?.firstNote;
