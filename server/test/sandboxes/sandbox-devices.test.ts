import { afterAll, beforeAll, expect, it } from 'vitest';
import { simulated } from '../../src/sources/simulated.js';
import { readFrom } from '../support/read-source.js';
import { advanceTo, createSandbox, schemaOf, type TestSandbox } from '../support/sandboxes.js';
import { startWorld, type World } from '../support/world.js';

const externalId = 'devices=40,daily=300,seed=5';
const days = 270;

let world: World;
let sandbox: TestSandbox;
let feedId: string;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-01-01T00:00:00Z');
  sandbox = await createSandbox(world);
  feedId = (await sandbox.api.post('/feeds', { type: 'simulated', external_id: externalId })).body.id;
  const end = new Date(Date.UTC(2026, 0, 1 + days)).toISOString().replace('.000', '');
  await advanceTo(world.server, sandbox, end);
});
afterAll(() => world.stop());

it('Resets, swaps and silence of simulated devices are counted by the rules of feeds', async () => {
  const last = new Map<string, number>();
  let pages = 0;
  let [resets, swaps] = [0, 0];
  for (let day = 0; day < days; day++) {
    const now = new Date(Date.UTC(2026, 0, 1 + day, 21, 22));
    const { readings } = await readFrom(simulated, { url: 'http://127.0.0.1', externalId, now });
    for (const { device, total } of readings) {
      const before = last.get(device);
      if (before === undefined) swaps++;
      else if (total >= before) pages += total - before;
      else resets++;
      last.set(device, total);
    }
  }
  expect({ resets: resets > 0, swaps: swaps > 40 }).toEqual({ resets: true, swaps: true });
  const [sum] = await world.server.sql<{ pages: number }>(
    `select sum(pages)::int as pages from ${schemaOf(sandbox)}.deposits where feed_id = $1`,
    [feedId],
  );
  expect(sum?.pages).toBe(pages);
});
