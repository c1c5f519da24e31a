import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { DatabaseHosts } from '../../src/database/database-hosts.js';
import { failoverClient } from '../../src/database/failover-client.js';
import { readDatabaseUrl } from '../../src/platform/config/database-url.js';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startFakePostgres, type FakePostgres } from '../support/fake-postgres.js';
import { startForwarder } from '../support/forwarder.js';
import { until } from '../support/until.js';

let database: TestDatabase;
let directory: DataDirectory;
let first: FakePostgres;
let second: FakePostgres;
const opened: DatabaseHosts[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  directory = await createDataDirectory();
  first = await startFakePostgres();
  second = await startFakePostgres();
});
afterEach(() => {
  for (const hosts of opened.splice(0)) hosts.close();
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await first.close();
  await second.close();
  await directory.remove();
  await database.drop();
});

const urlOf = (...ports: readonly number[]): string =>
  `postgresql://${inject('postgres').user}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${database.name}`;

function open(...ports: readonly number[]): DatabaseHosts {
  const hosts = new DatabaseHosts(readDatabaseUrl(urlOf(...ports)), 'read-write', () => undefined);
  opened.push(hosts);
  return hosts;
}

it('A host that refuses the login is an error of the settings, and a part of an outage once another host was in use', async () => {
  vi.stubEnv('PGPASSWORD', 'any');
  await expect(open(first.port, second.port).find()).rejects.toMatchObject({ code: '28P01' });
  const good = await startForwarder(inject('postgres'));
  const hosts = open(first.port, good.port);
  const host = await hosts.find();
  expect(host.port).toBe(good.port);
  await good.close();
  hosts.distrust(host);
  await expect(hosts.find()).rejects.toMatchObject({
    code: '08001',
    message: expect.stringContaining(`127.0.0.1:${first.port} failed (wrong password)`) as string,
  });
});

it('Each host gets the password of its line in a password file', async () => {
  const file = join(directory.path, 'pgpass');
  const lines = [first, second].map(({ port }) => `127.0.0.1:${port}:*:*:password of ${port}`);
  await writeFile(file, lines.join('\n'), { mode: 0o600 });
  vi.stubEnv('PGPASSFILE', file);
  // The driver warns that it will stop reading password files.
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const hosts = open(first.port, second.port);
  hosts.find = () => Promise.resolve({ host: '127.0.0.1', port: second.port });
  const Client = failoverClient(hosts);
  await expect(new Client({ connectionString: urlOf(first.port) }).connect()).rejects.toThrow(
    'wrong password',
  );
  warned.mockRestore();
  expect(second.passwords.at(-1)).toBe(`password of ${second.port}`);
});

it('Closing ends a search, so that it does not keep the process alive', async () => {
  const silent = await startForwarder(inject('postgres'));
  silent.pause();
  const hosts = new DatabaseHosts(
    readDatabaseUrl(`${urlOf(silent.port)}?connect_timeout=600`),
    'read-write',
    () => undefined,
  );
  const search = hosts.find().catch((error: unknown) => error);
  await until('a connection', () => silent.open() === 1);
  hosts.close();
  // The server itself would end it after a minute.
  await until('no connection', () => silent.open() === 0, Boolean, 30_000);
  expect(await search).toMatchObject({ code: '08001' });
  await silent.close();
});
