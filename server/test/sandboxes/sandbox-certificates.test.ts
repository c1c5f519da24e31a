import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateLog } from '../../src/features/log/update-log.js';
import { startSandbox, type MarkedSandbox } from '../support/marked-sandbox.js';
import { fetchPage, issueCertificate } from '../support/public-pages.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let sandbox: MarkedSandbox;
beforeAll(async () => {
  world = await startWorld();
  sandbox = await startSandbox(world);
});
afterAll(() => world.stop());

it('A certificate of a sandbox is never entered in the log, and has no proof', async () => {
  const { forest } = world.projects;
  const tested = await issueCertificate({ ...world.distributor, api: sandbox.api }, 100, forest);
  const live = await issueCertificate(world.distributor, 100, forest);
  await updateLog(world.server.running.instance.context);
  await sandbox.advance(new Date(Date.now() + 86_400_000).toISOString());
  await updateLog(world.server.running.instance.context);

  const entries = await world.server.sql<{ entry: Buffer }>('select entry from log_entries');
  const ids = entries.map(({ entry }) => (JSON.parse(entry.toString()) as { id?: string }).id);
  expect(ids).toContain(live.id);
  expect(ids).not.toContain(tested.id);
  const { schema } = (await sandbox.context()).db;
  expect(await world.server.sql(`select id, log_index from ${schema}.biomass_certificates`)).toEqual([
    { id: tested.id, log_index: null },
  ]);
  expect(await world.server.sql(`select from ${schema}.log_entries`)).toEqual([]);

  const page = `${sandbox.root}/certificates/${tested.id}`;
  const proof = await fetchPage(world, `${page}.tlog-proof`);
  expect([proof.status, proof.headers['cache-control'], proof.text]).toEqual([
    404,
    'no-store',
    'A sandbox has no transparency log.\n',
  ]);
  const json = JSON.parse((await fetchPage(world, `${page}.json`)).text);
  expect(json).toMatchObject({ id: tested.id, sandbox: true });
  expect(json).not.toHaveProperty('log');
});
