import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

/** The clock of a sandbox, in its own schema. It stands still unless it advances. */
export interface SandboxClock {
  readonly now: Date;
  readonly advancingTo: Date | null;
}

const insert = statement('insert into sandbox_clock (now) values ($1)');

export async function insertClock(tx: Transaction, now: Date): Promise<void> {
  await tx.rows(insert, [now]);
}

const select = statement<SandboxClock>('select now, advancing_to from sandbox_clock');

export async function readClock(db: Database): Promise<SandboxClock> {
  const clock = await db.first(select);
  if (!clock) throw new Error('The sandbox has no clock');
  return clock;
}

const lock = statement<SandboxClock>('select now, advancing_to from sandbox_clock for update');

export async function lockClock(tx: Transaction): Promise<SandboxClock> {
  const clock = await tx.first(lock);
  if (!clock) throw new Error('The sandbox has no clock');
  return clock;
}

const update = statement('update sandbox_clock set now = $1, advancing_to = $2');

export async function setClock(tx: Transaction, { now, advancingTo }: SandboxClock): Promise<void> {
  await tx.rows(update, [now, advancingTo]);
}
