import type { StoreLayout } from '../../src/database/store-layout.js';
import type { Context } from '../../src/database/context.js';
import { openPool, type Pool } from '../../src/database/database.js';
import { startWorld, type TestAccount, type World } from './world.js';

/** How many accounts write at the same time. */
export const accountCount = 16;

/** A world in which accounts write at the same time. */
export interface BatchWorld extends World {
  /** The context of the use cases with its own connections, as in another server. */
  anotherServer(layout?: StoreLayout): Context;
  members(count: number): Promise<TestAccount[]>;
  /** How many rows of these accounts each transaction has written. */
  rowsByTransaction(table: string, members: readonly TestAccount[]): Promise<number[]>;
  countOf(table: string, members: readonly TestAccount[]): Promise<number>;
}

export async function startBatchWorld(): Promise<BatchWorld> {
  const world = await startWorld();
  const pools: Pool[] = [];
  const rowsByTransaction: BatchWorld['rowsByTransaction'] = async (table, members) => {
    const rows = await world.server.sql<{ count: number }>(
      `select count(*)::integer as count from ${table} where account_id = any($1)
       group by xmin::text order by count desc`,
      [members.map(({ id }) => id)],
    );
    return rows.map(({ count }) => count);
  };
  return {
    ...world,
    anotherServer(layout) {
      const { database, running } = world.server;
      const pool = openPool({ connectionString: database.url }, () => undefined, undefined, layout);
      pools.push(pool);
      return { ...running.instance.context, db: pool };
    },
    async members(count) {
      const members: TestAccount[] = [];
      for (let number = 0; number < count; number++) members.push(await world.newAccount());
      return members;
    },
    rowsByTransaction,
    countOf: async (table, members) =>
      (await rowsByTransaction(table, members)).reduce((sum, count) => sum + count, 0),
    async stop() {
      await Promise.all(pools.map((pool) => pool.close()));
      await world.stop();
    },
  };
}

/**
 * The results of works that end up in one batch: `before` starts immediately, and the works that arrive in the
 * meantime are written together after it.
 */
export async function inOneBatch<Result>(
  before: () => Promise<unknown>,
  works: readonly (() => Promise<Result>)[],
): Promise<PromiseSettledResult<Result>[]> {
  const first = before();
  const results = await Promise.allSettled(works.map((work) => work()));
  await first;
  return results;
}

export const statusesOf = (results: readonly PromiseSettledResult<unknown>[]): string[] =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : String(result.reason)));

export const done = (count: number): string[] => Array<string>(count).fill('done');

/** The same, except for one result that is not done. */
export const doneExcept = (place: number, error: unknown): unknown[] =>
  Array<unknown>(accountCount).fill('done').with(place, error);
