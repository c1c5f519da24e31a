import { afterAll, beforeAll, expect, it } from 'vitest';
import { statement } from '../../src/database/statement.js';
import { readActivity } from '../../src/features/rollups/rollup-store.js';
import { isDistributed } from '../support/database.js';
import { createPushFeed } from '../support/readings.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const feeds = 20_000;
const accounts = 100;

it.skipIf(isDistributed)(
  'Feeds of an account that has nearly all of them are not read again for each other account',
  async () => {
    const { db } = world.server.running.instance.context;
    const { id, owner } = await createPushFeed(world);
    await world.server.sql(
      `insert into feeds select copy.*
     from feeds, (select gen_random_uuid() as id from generate_series(2, $2::integer)) new,
       lateral jsonb_populate_record(feeds, jsonb_build_object('id', new.id)) copy
     where feeds.id = $1`,
      [id, feeds],
    );
    const ids = [owner.account.id];
    while (ids.length < accounts) ids.push((await world.newAccount('customer', world.channel)).account.id);
    await world.server.sql('analyze feeds');
    const read = async (): Promise<number> => {
      const [row] = await world.server.sql<{ rows: number }>(
        `select (seq_tup_read + idx_tup_fetch)::float8 as rows from pg_stat_user_tables where relname = 'feeds'`,
      );
      return row?.rows ?? 0;
    };
    const before = await read();
    const activity = await db.transaction(async (tx) => {
      const found = await readActivity(tx, ids);
      // Otherwise counts are reported after a second.
      await tx.rows(statement('select pg_stat_force_next_flush()'));
      return found;
    });
    expect(activity.map((one) => [one.accountId, one.feeds])).toEqual(
      expect.arrayContaining([[owner.id, feeds], ...ids.slice(1).map((other) => [other, 0])]),
    );
    expect((await read()) - before).toBeLessThan(3 * feeds);
  },
);
