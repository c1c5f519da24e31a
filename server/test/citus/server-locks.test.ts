import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockServer, lockServerInLineage } from '../../src/features/servers/server-store.js';
import { statement } from '../../src/database/statement.js';
import type { Transaction } from '../../src/database/database.js';
import { newId } from '../../src/platform/ids.js';
import { isDistributed } from '../support/database.js';
import { startWorld, type World } from '../support/world.js';

const briefly = statement('set local lock_timeout = 100');

describe.skipIf(!isDistributed)('The lock on a server whose feeds are on other nodes', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(async () => {
    await world.stop();
  });

  it('is shared by its feeds, and keeps it from being changed', async () => {
    const { pool } = world.server.running.instance;
    const { account } = world.customer;
    const id = newId();
    const use = (tx: Transaction) => lockServerInLineage(tx, [account.id], id);
    const change = () =>
      pool.transaction(async (tx) => {
        await tx.rows(briefly);
        await lockServer(tx, account.id, id);
      });
    await pool.transaction(async (tx) => {
      await use(tx);
      await pool.transaction(use);
      await expect(change()).rejects.toThrow(/took too long/);
    });
    await change();
  });
});
