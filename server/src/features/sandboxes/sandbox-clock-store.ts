import type { Database, Transaction } from '../../database/database.js';
import { statement, type Statement } from '../../database/statement.js';

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

export const readClock = (db: Database): Promise<SandboxClock> => theClock(db, select);

const lock = statement<SandboxClock>('select now, advancing_to from sandbox_clock for update');

/** To move it. */
export const lockClock = (tx: Transaction): Promise<SandboxClock> => theClock(tx, lock);

const hold = statement<SandboxClock>('select now, advancing_to from sandbox_clock for share');

/** It cannot be moved until the transaction has ended. */
export const holdClock = (tx: Transaction): Promise<SandboxClock> => theClock(tx, hold);

async function theClock(db: Database, selected: Statement<SandboxClock>): Promise<SandboxClock> {
  const clock = await db.first(selected);
  if (!clock) throw new Error('The sandbox has no clock');
  return clock;
}

const waitForDisk = statement("select set_config('synchronous_commit', 'on', true)");

/** Ends an advance. What jobs did on the way can no longer be lost: a durable commit makes those before it durable. */
export async function stopClock(tx: Transaction, now: Date): Promise<void> {
  await tx.rows(waitForDisk);
  await setClock(tx, { now, advancingTo: null });
}

const update = statement('update sandbox_clock set now = $1, advancing_to = $2');

export async function setClock(tx: Transaction, { now, advancingTo }: SandboxClock): Promise<void> {
  await tx.rows(update, [now, advancingTo]);
}
