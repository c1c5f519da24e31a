import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateLog } from '../../src/features/log/update-log.js';
import { runInProcess } from '../support/command-line.js';
import { fetchPublic } from '../support/log-parties.js';
import type { Environment } from '../support/regrove-process.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const printedKey = async (settings: Environment = {}): Promise<string> => {
  const { database, running } = world.server;
  const env = { REGROVE_DATABASE_URL: database.url, REGROVE_DATA_DIR: running.instance.config.dataDir };
  return (await runInProcess(['log', 'key'], { ...env, ...settings })).stdout;
};

it('log key prints the name that the log has, though it does not know the address of the server', async () => {
  await world.distributor.api.post('/biomass/offsets', { pages: 10 });
  await updateLog(world.server.running.instance.context);
  const key = (await fetchPublic(world, '/log/key')).body.toString();
  expect(await printedKey()).toBe(key);
  // That of another key would be wrong.
  const other = {
    REGROVE_LOG_KEY: Buffer.alloc(32, 9).toString('base64'),
    REGROVE_LOG_ORIGIN: 'trees.example/log',
  };
  expect(await printedKey(other)).toMatch(/^trees\.example\/log\+/);
});
