import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { unavailable } from '../platform/errors.js';
import { citusStatement, type Statement } from './statement.js';
import type { StoreLayout } from './store-layout.js';

/** What this needs of a database. */
interface Store {
  rows<Row>(statement: Statement<Row>): Promise<Row[]>;
  readonly layout?: StoreLayout;
}

interface Prepared {
  readonly id: string;
}

/** On the nodes that respond. */
const selectPrepared = citusStatement<Prepared>(`
  select unnest(string_to_array(result, ' ')) as id from run_command_on_workers($$
    select coalesce(string_agg(gid, ' '), '') from pg_prepared_xacts where database = current_database()$$)
  where success`);

const askAgainMs = 50;
const maxWaitMs = 30_000;

/**
 * Waits until everything that has been committed on the coordinator is committed on the other nodes, too. Usually this takes no
 * time. After a crash of a node it takes until Citus has finished what was being committed (`citus.recover_2pc_interval`).
 * Until then, the rows of such a transaction are not visible on some nodes.
 */
export async function waitForPreparedTransactions(db: Store): Promise<void> {
  if (db.layout === 'distributed') await waitUntilGone(() => db.rows(selectPrepared));
}

/** The same on a connection to a distributed store. */
export const waitForPreparedOn = (client: pg.ClientBase): Promise<void> =>
  waitUntilGone(async () => (await client.query<Prepared>(selectPrepared.text)).rows);

async function waitUntilGone(list: () => Promise<Prepared[]>): Promise<void> {
  let waitingFor = await list();
  for (let waited = 0; waitingFor.length > 0; waited += askAgainMs) {
    if (waited >= maxWaitMs)
      throw unavailable('The database is still finishing transactions that a crash has interrupted');
    await pause(askAgainMs);
    const now = new Set((await list()).map(({ id }) => id));
    waitingFor = waitingFor.filter(({ id }) => now.has(id));
  }
}
