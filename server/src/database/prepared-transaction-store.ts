import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { unavailable } from '../platform/errors.js';
import { nodeUnavailable } from './failures.js';
import { citusStatement, type Statement } from './statement.js';
import { queryWithTimeout } from './query-with-timeout.js';
import { coalesceRuns } from '../platform/coalesce-runs.js';
import type { StoreLayout } from './store-layout.js';

/** What this needs of a database. */
interface Store {
  rows<Row>(statement: Statement<Row>): Promise<Row[]>;
  readonly layout?: StoreLayout;
}

interface Answer {
  /** False: the node does not respond. */
  readonly success: boolean;
  readonly ids: readonly string[];
}

const selectPrepared = citusStatement<Answer>(`
  select success, case when success then string_to_array(result, ' ') else '{}' end as ids from run_command_on_workers($$
    select coalesce(string_agg(gid, ' '), '') from pg_prepared_xacts
    where database = current_database() and gid like 'citus\\_%'$$)`);

const askAgainMs = 50;
const maxWaitMs = 30_000;
/** Much longer than `citus.recover_2pc_interval`. */
const maxJobWaitMs = 600_000;
const answerMs = 5_000;

/**
 * Waits until everything that has been committed on the coordinator is committed on the other nodes, too. Usually this takes no
 * time. After a crash of a node it takes until Citus has finished what was being committed (`citus.recover_2pc_interval`).
 * Until then, the rows of such a transaction are not visible on some nodes. Throws if a node does not respond.
 */
export async function waitForPreparedTransactions(db: Store, maxMs = maxWaitMs): Promise<void> {
  if (db.layout === 'distributed')
    await waitUntilGone(async () => ofAll(await db.rows(selectPrepared)), maxMs);
}

// All jobs of a process share the checks. A check that had begun before could have missed what a job is about.
const checks = new WeakMap<Store, () => Promise<Answer[]>>();

function checkOf(db: Store): () => Promise<Answer[]> {
  const check = checks.get(db) ?? coalesceRuns(() => db.rows(selectPrepared));
  checks.set(db, check);
  return check;
}

/**
 * The same for jobs, which are visible on the coordinator before what they are about is visible on a node. Does not depend on
 * nodes that do not respond: a job that needs one fails and is retried. Waits for long, because each failure uses an attempt.
 */
export async function waitForPreparedBeforeJob(db: Store, stopping: AbortSignal): Promise<void> {
  if (db.layout !== 'distributed') return;
  const check = checkOf(db);
  const list = async (): Promise<string[]> => {
    stopping.throwIfAborted();
    return (await check()).flatMap(({ ids }) => ids);
  };
  await waitUntilGone(list, maxJobWaitMs);
}

/** The same on a connection to a distributed store. */
export const waitForPreparedOn = (client: pg.ClientBase): Promise<void> =>
  waitUntilGone(() => listPreparedTransactions(client), maxWaitMs);

/** The prepared transactions of all nodes at the moment. */
export async function listPreparedTransactions(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<Answer>(queryWithTimeout(selectPrepared.text, answerMs));
  return ofAll(rows);
}

/** A node that does not respond may be about to start, with prepared transactions from before its crash. */
function ofAll(answers: readonly Answer[]): string[] {
  if (answers.some(({ success }) => !success)) throw nodeUnavailable();
  return answers.flatMap(({ ids }) => ids);
}

async function waitUntilGone(list: () => Promise<readonly string[]>, maxMs: number): Promise<void> {
  let waitingFor = await list();
  for (let waited = 0; waitingFor.length > 0; waited += askAgainMs) {
    if (waited >= maxMs)
      throw unavailable('The database is still finishing transactions that a crash has interrupted');
    await pause(askAgainMs);
    const now = new Set(await list());
    waitingFor = waitingFor.filter((id) => now.has(id));
  }
}
