import type { Database, Transaction } from '../../../database/database.js';
import { statement } from '../../../database/statement.js';

/** What is known about a witness of the log. */
export interface WitnessState {
  /** A verifier key. */
  readonly key: string;
  /** Of the log that it cosigned last. */
  readonly size: number;
  readonly addedAt: Date;
  readonly cosignedAt: Date | null;
  /** Attempts since then that failed, and why the last one did. */
  readonly failures: number;
  readonly failure: string | null;
  readonly trouble: WitnessTrouble | null;
}

/** It did not answer, it does not want to cosign, or it knows another log than this one. */
export type WitnessTrouble = 'failed' | 'refused' | 'contradicts';

const columns = 'key, size, added_at, cosigned_at, failures, failure, trouble';

const insert = statement(`
  insert into log_witnesses (key, added_at, next_attempt_at) select key, $2, $2 from unnest($1::text[]) as added (key)
  on conflict (key) do nothing`);

export async function addWitnesses(db: Database, keys: readonly string[], now: Date): Promise<void> {
  await db.rows(insert, [keys, now]);
}

const select = statement<WitnessState>(
  `select ${columns} from log_witnesses where key = any($1::text[]) order by key`,
);

/** Of these keys; those that were never to be asked are missing. */
export const readWitnesses = (db: Database, keys: readonly string[]): Promise<WitnessState[]> =>
  db.rows(select, [keys]);

const claim = statement<WitnessState>(`
  update log_witnesses set next_attempt_at = $3 where key = $1 and next_attempt_at <= $2 returning ${columns}`);

/** Undefined if it is not to be asked now, or another process does. `until`: nobody else asks before. */
export const claimWitness = (
  db: Database,
  key: string,
  now: Date,
  until: Date,
): Promise<WitnessState | undefined> => db.first(claim, [key, now, until]);

const update = statement(`
  update log_witnesses set size = $2, cosigned_at = $3, failures = 0, failure = null, trouble = null, next_attempt_at = $3
  where key = $1`);

export async function recordCosignature(
  db: Transaction,
  key: string,
  size: number,
  now: Date,
): Promise<void> {
  await db.rows(update, [key, size, now]);
}

const release = statement('update log_witnesses set next_attempt_at = $2 where key = $1');

/** There was no need to ask. */
export async function releaseWitness(db: Database, key: string, now: Date): Promise<void> {
  await db.rows(release, [key, now]);
}

export interface FailedAttempt {
  readonly failure: string;
  readonly trouble: WitnessTrouble;
  readonly nextAttemptAt: Date;
}

const fail = statement(`
  update log_witnesses set failures = failures + 1, failure = $2, trouble = $3, next_attempt_at = $4 where key = $1`);

export async function recordFailure(
  db: Database,
  key: string,
  { failure, trouble, nextAttemptAt }: FailedAttempt,
): Promise<void> {
  await db.rows(fail, [key, failure, trouble, nextAttemptAt]);
}
