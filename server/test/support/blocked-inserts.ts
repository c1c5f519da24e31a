import pg from 'pg';
import { vi } from 'vitest';
import { nodeUrlsOf } from './database.js';
import type { TestServer } from './test-server.js';

export interface BlockedInserts {
  /** Resolves once this many inserts are blocked; returns the ids of their database processes. */
  waitFor(count: number): Promise<number[]>;
  /** Ends one of these processes. */
  end(pid: number | undefined): Promise<void>;
  release(): Promise<void>;
}

const anyKey = 4711;

/** Blocks every insert into a table in progress until it is released. */
export async function blockInserts(server: TestServer, table: string): Promise<BlockedInserts> {
  await server.sql(`
    create or replace function wait_for_release() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${anyKey});
      return new;
    end $$`);
  await server.sql(`
    create or replace trigger wait_for_release before insert on ${table}
    for each row execute function wait_for_release()`);
  const holders = nodeUrlsOf(server.database).map((url) => new pg.Client(url));
  for (const holder of holders) {
    // A test may cut every connection on purpose, including this one.
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('select pg_advisory_lock($1)', [anyKey]);
  }
  return {
    waitFor: (count) =>
      vi.waitUntil(
        async () => {
          const pids = await processes(server, "wait_event = 'advisory'");
          return pids.length >= count && pids;
        },
        { timeout: 120_000, interval: 10 },
      ),
    end: async (pid) => {
      // Process ids are unique on this machine, and only the node that it belongs to ends it. Without the cast, Citus expects an id of its own.
      await onNodes(server, (client) => client.query('select pg_terminate_backend($1::integer)', [pid]));
    },
    release: async () => void (await Promise.all(holders.map((holder) => holder.end()))),
  };
}

/** What happens first: the work ends, or it waits for a row lock. */
export async function doneOrWaiting(server: TestServer, work: Promise<unknown>): Promise<'done' | 'waiting'> {
  let isDone = false;
  const done = (): void => void (isDone = true);
  work.then(done, done);
  return vi.waitUntil(
    async () => {
      if (isDone) return 'done';
      return (await processes(server, "wait_event in ('transactionid', 'tuple')")).length > 0 && 'waiting';
    },
    { timeout: 120_000, interval: 10 },
  );
}

/** On all nodes, if the database is distributed. */
async function processes(server: TestServer, condition: string): Promise<number[]> {
  const found = await onNodes(server, (client) =>
    client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and ${condition}`,
    ),
  );
  return found.flatMap(({ rows }) => rows.map(({ pid }) => pid));
}

const onNodes = <T>(server: TestServer, work: (client: pg.Client) => Promise<T>): Promise<T[]> =>
  Promise.all(
    nodeUrlsOf(server.database).map(async (url) => {
      const client = new pg.Client(url);
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    }),
  );
