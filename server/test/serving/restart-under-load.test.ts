import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiClient } from '../support/api-client.js';
import { startBalancer, type Balancer } from '../support/balancer.js';
import { runInProcess } from '../support/command-line.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { serve, type ServeProcess } from '../support/serve-process.js';
import { until } from '../support/until.js';

let database: TestDatabase;
let directory: DataDirectory;
let balancer: Balancer;
beforeAll(async () => {
  [database, directory, balancer] = await Promise.all([
    createTestDatabase(),
    createDataDirectory(),
    startBalancer(),
  ]);
});
afterAll(async () => {
  await balancer.close();
  await directory.remove();
  await database.drop();
});

const portOf = ({ url }: ServeProcess): number => Number(new URL(url).port);

it('No request fails when servers behind a load balancer are restarted one after another', async () => {
  const settings = { ...directory.env, REGROVE_DATABASE_URL: database.url };
  const run = async (...args: string[]) =>
    JSON.parse((await runInProcess([...args, '--json'], settings)).stdout);
  const { id } = await run('accounts', 'create', '--name', 'Busy', '--role', 'distributor');
  const { key } = await run('keys', 'create', '--account', id);
  const another = (): Promise<ServeProcess> =>
    serve(directory, { REGROVE_DATABASE_URL: database.url }, '--no-jobs');
  const first = await Promise.all([another(), another()]);
  for (const server of first) balancer.join(portOf(server));

  const ca = await readFile(join(directory.path, 'tls', 'cert.pem'), 'utf8');
  const agent = new Agent({ connect: { ca }, pipelining: 0 });
  const api = apiClient({ url: `https://127.0.0.1:${balancer.port}/v1`, agent }, key);
  const statuses: number[] = [];
  let sent = 0;
  let isOver = false;
  const send = async (): Promise<void> => {
    while (!isOver) {
      statuses.push((await api.post('/deposits', { pages: 1 })).status, (await api.get('/account')).status);
      sent++;
    }
  };
  const senders = [send(), send(), send()];
  for (const old of first) {
    await until(
      'requests to the old server',
      () => balancer.given.get(portOf(old)) ?? 0,
      (seen) => seen > 3,
    );
    await balancer.leave(portOf(old));
    expect((await old.process.stop()).code).toBe(0);
    const fresh = await another();
    balancer.join(portOf(fresh));
    await until(
      'requests to the new server',
      () => balancer.given.get(portOf(fresh)) ?? 0,
      (seen) => seen > 3,
    );
  }
  isOver = true;
  await Promise.all(senders);
  await agent.close();
  expect(new Set(statuses)).toEqual(new Set([200]));
  const { stdout } = await runInProcess(['doctor', '--ledger', '--json'], settings);
  expect(JSON.parse(stdout).filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  expect(sent).toBeGreaterThan(10);
});
