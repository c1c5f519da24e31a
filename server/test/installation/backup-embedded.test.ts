import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiClient, type Json } from '../support/api-client.js';
import { runInProcess } from '../support/command-line.js';
import {
  createDataDirectory,
  createMigratedDataDirectory,
  type DataDirectory,
} from '../support/data-directory.js';
import { backupFolder, emptyInstallation, serveInstallation } from '../support/restored-installation.js';

let from: DataDirectory;
let to: DataDirectory;
let folder: Awaited<ReturnType<typeof backupFolder>>;
beforeAll(async () => {
  [from, to, folder] = await Promise.all([
    createMigratedDataDirectory(),
    createDataDirectory(),
    backupFolder(),
  ]);
});
afterAll(async () => {
  await Promise.all([from.remove(), to.remove()]);
  await folder.remove();
});

async function run({ env }: DataDirectory, ...args: string[]): Promise<Json> {
  const { code, stdout, stderr } = await runInProcess([...args, '--json'], env);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

it('An embedded database can be moved to another one or to an external one while its server is running', async () => {
  const server = await serveInstallation(from);
  const { key } = await run(from, 'demo', 'seed');
  const file = folder.path('embedded.backup');
  const [taken, { status }] = await Promise.all([
    run(from, 'backup', file),
    apiClient(server, key).post('/deposits', { pages: 7 }),
  ]);
  expect(status).toBe(200);
  const volume = (await apiClient(server, key).get('/volume')).body;
  await server.stop();

  expect(await run(to, 'restore', file)).toMatchObject({
    tables: taken.tables,
    migrated: [],
    unopenable_secrets: 0,
  });
  const again = await serveInstallation(to);
  expect((await apiClient(again, key).get('/volume')).body).toEqual(volume);
  expect((await run(to, 'doctor', '--ledger')).filter(({ ok }: Json) => ok === false)).toEqual([]);
  await again.stop();

  const external = await emptyInstallation();
  expect(await external.json('restore', file)).toMatchObject({ tables: taken.tables });
  await external.close();
});
