import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createDataDirectory,
  createUsedDataDirectory,
  type DataDirectory,
  type UsedDataDirectory,
} from '../support/data-directory.js';
import { createTestDatabase } from '../support/database.js';
import { runInProcess } from '../support/command-line.js';
import { type ProcessResult, regrove, start, spawnRecorded } from '../support/regrove-process.js';
import { command, newKey, serve, type ServeProcess } from '../support/serve-process.js';

const quiet = { REGROVE_DEMO: '0' };

async function expectCleanEnd(ending: ProcessResult, directory: DataDirectory): Promise<void> {
  expect({ code: ending.code, signal: ending.signal }).toEqual({ code: 0, signal: null });
  expect(await directory.postmaster()).toBeUndefined();
}

describe('The first start on an empty data directory', () => {
  let directory: DataDirectory;
  let first: ServeProcess;
  let key: string;
  beforeAll(async () => {
    // A name that a careless shell command would not quote.
    directory = await createDataDirectory("regrove it's first ");
    first = await serve(directory);
    key = await first.process.printed(/API key of the demo's distributor +(\S+)/);
  });
  afterAll(async () => {
    await first.process.stop();
    await directory.remove();
  });

  it('reports slow steps on standard error', () => {
    expect(first.process.stderr).toContain('Preparing the database');
  });

  it('prints a curl command that works as pasted', async () => {
    const line = await first.process.printed(/^ *(curl .*)$/m);
    const { code, stdout, stderr } = await spawnRecorded('sh', ['-c', `${line} --silent --show-error`])
      .ending;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ role: 'distributor', accounts_count: 3 });
  });

  it('prints a link that signs in to the demo’s dashboard, and how to get another', async () => {
    const { origin } = new URL(first.url);
    const link = await first.process.printed(/(https:\S+\/sign-in\/rl_[\w-]{54})$/m);
    expect(new URL(link).origin).toBe(origin);
    const ca = await readFile(join(directory.path, 'tls', 'cert.pem'), 'utf8');
    const dispatcher = new Agent({ connect: { ca }, pipelining: 0 });
    const opened = await request(link, { method: 'POST', dispatcher });
    const [cookie = ''] = [opened.headers['set-cookie'] ?? []].flat();
    expect([opened.statusCode, opened.headers['location']]).toEqual([303, '/']);
    const session = await request(`${origin}/app/session`, { dispatcher, headers: { cookie } });
    expect(await session.body.json()).toMatchObject({ account: { role: 'distributor' } });
    await dispatcher.close();
    const email = await first.process.printed(/npx regrove users sign-in-link --email (\S+)$/m);
    const { url } = await command(directory, 'users', 'sign-in-link', '--email', email);
    expect(url).toMatch(/\/sign-in\/rl_/);
  });

  it('has created a distributor, channels, customers and two years of history', async () => {
    const api = await first.client(key);
    const [channel] = (await api.get('/accounts')).body;
    expect(channel.role).toBe('channel');
    const customers = (await api.get(`/accounts/${channel.id}/accounts`)).body;
    expect(customers).toHaveLength(2);
    for (const path of ['', `/accounts/${channel.id}`, `/accounts/${customers[0].id}`]) {
      const volume = (await api.get(`${path}/volume`)).body;
      expect(volume.slice(0, 12).map(({ pages }: { pages: number }) => pages > 0)).not.toContain(false);
    }
    for (const path of [
      '/forestry/projects',
      '/carbon/offsets',
      '/orders',
      '/quotes',
      '/projects',
      '/users',
    ]) {
      expect((await api.get(path)).body.length).toBeGreaterThan(0);
    }
  });

  it('is followed by starts that print no key and keep all data', async () => {
    const before = await (await first.client(key)).get('/biomass/offsets');
    await expectCleanEnd(await first.process.stop(), directory);
    first = await serve(directory);
    expect(first.process.stdout).toBe(`Regrove is ready: ${first.url}/\n`);
    const after = await (await first.client(key)).get('/biomass/offsets');
    expect(after.status).toBe(200);
    expect(after.body).toEqual(before.body);
  });
});

describe('An empty database without the demo', () => {
  it('stays empty with REGROVE_DEMO=0', async () => {
    const directory = await createDataDirectory();
    const { process } = await serve(directory, quiet);
    expect(process.stdout).toMatch(/^Regrove is ready: \S+\n\nThe database is empty/);
    expect(await command(directory, 'projects', 'list')).toEqual([]);
    await expectCleanEnd(await process.stop(), directory);
    await directory.remove();
  });

  it('stays empty if it is external', async () => {
    const directory = await createDataDirectory();
    // Without a schema, as before the first start.
    const database = await createTestDatabase({ empty: true });
    const env = { ...directory.env, REGROVE_DATABASE_URL: database.url };
    const { process } = await serve(directory, env);
    expect(process.stdout).toMatch(/^Regrove is ready: \S+\n\nThe database is empty/);
    const { stdout } = await runInProcess(['projects', 'list', '--json'], env);
    expect(JSON.parse(stdout)).toEqual([]);
    await expectCleanEnd(await process.stop(), directory);
    await database.drop();
    await directory.remove();
  });
});

it('An empty data directory can be opened by two servers concurrently, one of which creates the demo', async () => {
  const directory = await createDataDirectory();
  const [one, two] = await Promise.all([serve(directory), serve(directory)]);
  const keys = [one, two].map(({ process }) => /rg_\S+/.exec(process.stdout)?.[0] ?? '').filter(Boolean);
  expect(keys.filter((key, index) => keys.indexOf(key) === index)).toHaveLength(1);
  const [key = ''] = keys;
  const deposit = await (await one.client(key)).post('/deposits', { pages: 7 });
  const seen = await (await two.client(key)).get(`/deposits/${deposit.body.id}`);
  expect(seen.body).toEqual(deposit.body);

  const { code } = await one.process.stop();
  expect(code).toBe(0);
  expect((await (await two.client(key)).get('/account')).status).toBe(200);
  await expectCleanEnd(await two.process.stop(), directory);
  await directory.remove();
});

describe('One data directory', () => {
  let directory: UsedDataDirectory;
  beforeAll(async () => {
    directory = await createUsedDataDirectory();
  });
  afterAll(() => directory.remove());

  it('can be used by commands whether or not a server is running', async () => {
    const before = await newKey(directory, 'Before');
    const server = await serve(directory);
    const account = await command(
      directory,
      'accounts',
      'create',
      '--name',
      'During',
      '--role',
      'distributor',
    );
    const during = await command(directory, 'keys', 'create', '--account', account.id);
    for (const key of [before, during.key])
      expect((await (await server.client(key)).get('/account')).status).toBe(200);
    await expectCleanEnd(await server.process.stop(), directory);
    expect(await command(directory, 'doctor')).toContainEqual(
      expect.objectContaining({ check: 'schema', ok: true }),
    );
    expect(await directory.postmaster()).toBeUndefined();
  });

  it.each([[['serve', '--no-jobs']], [['worker']]])('%j starts and stops cleanly', async (args) => {
    const process = start(args, { ...directory.env, ...quiet });
    await process.printed(/(ready|Running jobs)/);
    await expectCleanEnd(await process.stop(), directory);
  });

  it.each(['REGROVE_PORT', 'REGROVE_HTTP_PORT'])(
    'is unchanged if the port of %s is in use',
    async (variable) => {
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      const port = String((taken.address() as AddressInfo).port);
      const { code, stdout, stderr } = await regrove(['serve'], { ...directory.env, [variable]: port });
      taken.close();
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(`Cannot listen on 127.0.0.1 port ${port}`);
      expect(stderr).toContain(variable);
      expect(await directory.postmaster()).toBeUndefined();
    },
  );
});
