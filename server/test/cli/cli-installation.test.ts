import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Operator, runInProcess, createOperator } from '../support/command-line.js';
import { minimalInput, commandLineOf } from '../support/every-command.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { regrove } from '../support/regrove-process.js';

/** Commands that create an installation, or that require an empty directory. */
const makers = new Set(['serve', 'migrate', 'demo seed', 'restore']);
/** They run until they are stopped, and so need their own process. `webhooks listen` also needs no installation. */
const endless = new Set(['worker', 'webhooks listen']);
/** They work with files and addresses of any installation, or with none at all. */
const independent = new Set(['completion', 'log audit', 'mcp', 'verify']);
const others = Object.keys(minimalInput).filter(
  (name) => !makers.has(name) && !endless.has(name) && !independent.has(name),
);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove nothing-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('Without an installation', () => {
  it.each(others)('%s prints where it looked, and creates nothing', async (name) => {
    const dataDir = join(folder, 'data');
    const { code, stdout, stderr } = await runInProcess(commandLineOf(name), { REGROVE_DATA_DIR: dataDir });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`There is no Regrove installation in ${dataDir}.`);
    expect(stderr).toContain(`REGROVE_DATA_DIR='${dataDir}' npx regrove serve\n`);
    expect(await readdir(folder)).toEqual([]);
  });

  it('the message is the same for a directory with other content', async () => {
    await writeFile(join(folder, 'letter.txt'), 'Hello');
    const { code, stderr } = await runInProcess(
      ['keys', 'revoke', ...commandLineOf('keys revoke').slice(2)],
      {
        REGROVE_DATA_DIR: folder,
      },
    );
    expect(code).toBe(1);
    expect(stderr).toContain(`no Regrove installation in ${folder}`);
    expect(await readdir(folder)).toEqual(['letter.txt']);
  });

  it('nothing is created for a backup that does not exist', async () => {
    const { code, stderr } = await runInProcess(commandLineOf('restore'), {
      REGROVE_DATA_DIR: join(folder, 'data'),
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^no-such-file cannot be read: /);
    expect(await readdir(folder)).toEqual([]);
  });

  it('worker prints the same and exits', async () => {
    const dataDir = join(folder, 'data');
    const { code, stdout, stderr } = await regrove(['worker'], { REGROVE_DATA_DIR: dataDir });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`There is no Regrove installation in ${dataDir}.`);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['--help'],
    ['--version'],
    ['accounts', '--help'],
    ['accounts', 'create', '--help'],
    ['completion', 'bash'],
  ])('%s %s %s works', async (...args) => {
    const { code, stderr } = await runInProcess(args, { REGROVE_DATA_DIR: join(folder, 'data') });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('A database without a schema', () => {
  let empty: Operator;
  beforeAll(async () => {
    empty = await createOperator({ empty: true });
  });
  afterAll(() => empty.close());

  // It is for the embedded one, and says so.
  const ofAny = others.filter((name) => name !== 'upgrade-database');
  it.each(ofAny)('is left unchanged by %s, which prints where it looked', async (name) => {
    const { code, stdout, stderr } = await runInProcess(commandLineOf(name), {
      ...empty.env,
      REGROVE_DATA_DIR: join(folder, 'data'),
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`There is no Regrove installation in the database ${empty.database.name} at `);
    expect(stderr).toMatch(/REGROVE_DATABASE_URL='.*' npx regrove migrate\n$/);
    expect(await readdir(folder)).toEqual([]);
    expect(
      await empty.sql(`select relname from pg_class where relnamespace = 'public'::regnamespace`),
    ).toEqual([]);
  });

  it('is named without the password', async () => {
    const url = new URL(empty.database.url);
    url.searchParams.set('password', 'pa55w0rd');
    const { stderr } = await runInProcess(['projects', 'list'], {
      REGROVE_DATABASE_URL: url.href,
      REGROVE_DATA_DIR: join(folder, 'data'),
    });
    expect(stderr).toContain(`no Regrove installation in the database ${empty.database.name}`);
    expect(stderr).not.toContain('pa55w0rd');
  });

  it('gets one from migrate', async () => {
    const fresh = await createOperator({ empty: true });
    const { applied } = await fresh.json('migrate');
    expect(applied[0]).toBe('0001-accounts');
    expect(await fresh.json('projects', 'list')).toEqual([]);
    await fresh.close();
  });
});

/** Root can write anywhere, so only a process of another user is refused. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

describe('A data directory that cannot be used', () => {
  it.each([
    ['serve', regrove],
    ['migrate', runInProcess],
    ['projects list', runInProcess],
    ['worker', regrove],
  ])('is named by %s: a file', async (command, run) => {
    const file = join(folder, 'data');
    await writeFile(file, '');
    for (const dataDir of [file, join(file, 'below')]) {
      const { code, stdout, stderr } = await run(command.split(' '), {
        REGROVE_DATA_DIR: dataDir,
        REGROVE_PORT: '0',
        REGROVE_HTTP_PORT: '0',
      });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe(
        `The data directory ${dataDir} cannot be used: it is a file, or is below one (set by REGROVE_DATA_DIR)\n`,
      );
    }
  });

  it.each([['serve'], ['migrate'], ['projects', 'list']])(
    'is named by %s %s: a directory of another user',
    async (...args) => {
      const dataDir = join(folder, 'data');
      await mkdir(dataDir, { mode: 0o500 });
      if (isRoot) {
        await chmod(folder, 0o755);
        await chown(dataDir, 0, 0);
      }
      const asOther = isRoot ? { uid: nobody, gid: nobody } : {};
      const { code, stderr } = await regrove(args, { REGROVE_DATA_DIR: dataDir }, asOther);
      expect(code).toBe(1);
      expect(stderr).toBe(
        isRoot || args[0] !== 'projects'
          ? `The data directory ${dataDir} cannot be used: this user is not allowed to read and write there ` +
              '(set by REGROVE_DATA_DIR)\n'
          : expect.stringContaining('There is no Regrove installation'),
      );
      await chmod(dataDir, 0o700);
    },
  );
});

describe('An address that cannot be listened on', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const servedOn = (host: string, ...args: string[]) =>
    regrove(['serve', ...args], {
      REGROVE_DATABASE_URL: database.url,
      REGROVE_DATA_DIR: join(folder, 'data'),
      REGROVE_HOST: host,
      REGROVE_PORT: '0',
      REGROVE_HTTP_PORT: '0',
      REGROVE_LOG_LEVEL: 'silent',
    });

  it.each([
    ['an address of another machine', '192.0.2.1', 'it is not an address of this machine'],
    [
      'a name that nobody has',
      'regrove.invalid',
      expect.stringMatching(/the name does not resolve|cannot be resolved/),
    ],
  ])('is reported in one sentence: %s', async (_, host, reason) => {
    for (const args of [[], ['--processes', '2']]) {
      const { code, stdout, stderr } = await servedOn(host, ...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      const [, said] = /^Cannot listen on \S+: (.*) \(REGROVE_HOST sets the address\)$/m.exec(stderr) ?? [];
      expect(said).toEqual(reason);
      expect(stderr).not.toMatch(/^\s+at /m);
    }
  });

  it('is refused before anything is opened if it is not an address', async () => {
    const { code, stderr } = await servedOn('https://regrove.example/');
    expect(code).toBe(1);
    expect(stderr).toMatch(/REGROVE_HOST must be an address or a name/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('names the port if another process listens there', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await regrove(['serve'], {
      REGROVE_DATABASE_URL: database.url,
      REGROVE_DATA_DIR: join(folder, 'data'),
      REGROVE_PORT: String(port),
      REGROVE_HTTP_PORT: '0',
    });
    other.close();
    expect(code).toBe(1);
    expect(stderr).toContain(
      `Cannot listen on 127.0.0.1 port ${port}: the port is already in use (REGROVE_PORT sets the port)\n`,
    );
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
