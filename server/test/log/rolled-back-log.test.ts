import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../src/database/context.js';
import { updateLog } from '../../src/features/log/update-log.js';
import { runInProcess } from '../support/command-line.js';
import { TableSnapshot } from '../support/table-snapshot.js';
import { logAuditor } from '../support/log-auditor.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { startWorld, type World } from '../support/world.js';

const settings = {
  REGROVE_LOG_ORIGIN: 'trees.example/log',
  REGROVE_LOG_KEY: Buffer.alloc(32, 9).toString('base64'),
};
const tables = [
  'biomass_certificates',
  'log_checkpoints',
  'log_entries',
  'log_keys',
  'log_state',
  'log_tiles',
];

let world: World;
/** Another machine, which has not looked since the database was as it is put back. */
let stale: TestServer;
/** Before the last certificate, and after it. */
let earlier: TableSnapshot;
let newest: TableSnapshot;
beforeAll(async () => {
  world = await startWorld(settings);
  stale = await startTestServer({ ...settings, REGROVE_DATABASE_URL: world.server.database.url });
  await issue();
  await updateLog(contextOf(world.server));
  const { config } = stale.running.instance;
  await runInProcess(['log', 'join'], {
    ...settings,
    REGROVE_DATABASE_URL: world.server.database.url,
    REGROVE_DATA_DIR: config.dataDir,
  });
  earlier = await TableSnapshot.take(world.server, tables, 'earlier');
  await issue();
  await updateLog(contextOf(world.server));
  newest = await TableSnapshot.take(world.server, tables, 'newest');
});
afterAll(async () => {
  await stale.stop();
  await world.stop();
});
beforeEach(async () => {
  await newest.restore();
  await updateLog(contextOf(world.server));
  expect(await trouble()).toBeNull();
  await earlier.restore();
});

const contextOf = ({ running }: TestServer): Context => running.instance.context;
const issue = (): Promise<unknown> => world.distributor.api.post('/biomass/offsets', { pages: 10 });
const trouble = async (): Promise<string | null | undefined> =>
  (await world.server.sql<{ trouble: string | null }>('select trouble from log_state'))[0]?.trouble;
const signed = (): Promise<string> =>
  readFile(join(world.server.running.instance.config.dataDir, 'log-signed'), 'utf8');

describe('A database that was rolled back without `restore`', () => {
  it('is reported although nothing waits to be signed, until it is right again', async () => {
    const before = await signed();
    for (let pass = 0; pass < 2; pass++) {
      await updateLog(contextOf(world.server));
      expect(await trouble()).toMatch(/A log of \d+ entries was signed before, and this one has fewer/);
    }
    expect(await signed()).toBe(before);
    await newest.restore();
    await updateLog(contextOf(world.server));
    expect(await trouble()).toBeNull();
  });

  it('is reported if nothing is left of the log', async () => {
    await world.server.sql(`
      delete from log_checkpoints; delete from log_entries; delete from log_tiles; delete from log_keys;
      update log_state set size = 0, root = sha256('');
      update biomass_certificates set log_index = 0`);
    await updateLog(contextOf(world.server));
    expect(await trouble()).toMatch(/A log of \d+ entries was signed before, and this one has/);
  });

  it('is not signed or called sound by a machine that knows less than the one that reports it', async () => {
    await updateLog(contextOf(world.server));
    const checkpoint = await logAuditor(world.server).text('/log/checkpoint');
    const reason = await trouble();
    // At first nothing waits, then as many entries as were lost, and then more.
    for (let pass = 0; pass < 3; pass++) {
      await updateLog(contextOf(stale));
      expect(await trouble()).toMatch(/entries was signed before|are not those that were signed before/);
      expect(await logAuditor(world.server).text('/log/checkpoint')).toBe(checkpoint);
      await issue();
    }
    expect(reason).toMatch(/A log of \d+ entries was signed before, and this one has fewer/);
    // The database is right again, with its report of that time.
    const [dispute] = await world.server.sql<{ size: string; root: Buffer }>(
      'select disputed_size as size, disputed_root as root from log_state',
    );
    await newest.restore();
    await world.server.sql(
      `update log_state set trouble = 'reported', disputed_size = $1, disputed_root = $2, disputed_by = 'another machine'`,
      [dispute?.size, dispute?.root],
    );
    await updateLog(contextOf(stale));
    expect(await trouble()).toBeNull();
  });
});
