import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { nativeDirectoryOfPackage } from '../src/platform/embedded-postgres/binaries.js';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresConnection,
  type EmbeddedPostgresOptions,
  openEmbeddedPostgres,
} from '../src/platform/embedded-postgres/index.js';
import { openEmbeddedPostgresIn } from '../src/platform/embedded-postgres/open.js';
import { postgresProcessesIn } from '../src/platform/embedded-postgres/processes.js';
import type { Surroundings } from '../src/platform/embedded-postgres/start-server.js';
import { buildHolder, Holder, packageWithoutLinks, until } from './embedded-postgres/holders.js';

// Creating a cluster takes seconds where the machine is busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const asRoot = process.getuid?.() === 0;

let build: string;
let home: string;
let directory: string;
let holders: Holder[];
let opened: EmbeddedPostgres[];
let scratch: string;
const temporary = process.env['TMPDIR'];

beforeAll(() => {
  // Others may enter it, as they may enter the temporary folder of a real machine.
  scratch = realpathSync(mkdtempSync(join(tmpdir(), 'regrove-')));
  chmodSync(scratch, 0o755);
  process.env['TMPDIR'] = scratch;
  build = buildHolder();
});

afterAll(() => {
  if (temporary === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = temporary;
  rmSync(scratch, { recursive: true, force: true });
});

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(scratch, 'home-')));
  directory = join(home, 'postgres');
  holders = [];
  opened = [];
});

afterEach(async () => {
  for (const holder of holders) await holder.kill();
  for (const postgres of opened) await postgres.release();
  // Whoever finds nobody else stops the server that killed holders left.
  if (existsSync(join(directory, 'cluster', 'postmaster.pid'))) await (await open()).release();
  rmSync(home, { recursive: true, force: true });
});

async function open(
  options: Partial<EmbeddedPostgresOptions> = {},
  surroundings: Partial<Surroundings> = {},
): Promise<EmbeddedPostgres> {
  const postgres = await openEmbeddedPostgresIn(
    { directory, settings: { fsync: 'off' }, ...options },
    surroundings,
  );
  opened.push(postgres);
  return postgres;
}

function hold(surroundings: Partial<Surroundings> = {}): Holder {
  const holder = new Holder(build, directory, surroundings);
  holders.push(holder);
  return holder;
}

async function ask<T>(connection: EmbeddedPostgresConnection, sql: string): Promise<T[]> {
  const client = new Client(connection);
  // A server that is killed in the middle of a question is what some of these tests are about.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, T>>(sql);
    return rows.flatMap((row) => Object.values(row));
  } finally {
    await client.end();
  }
}

async function plant(connection: EmbeddedPostgresConnection): Promise<void> {
  await ask(connection, `create table tree as select 'oak' as name`);
}

async function trees(connection: EmbeddedPostgresConnection): Promise<string[]> {
  return ask<string>(connection, 'select name from tree order by name');
}

function postmasterPid(): number {
  return Number.parseInt(readFileSync(pidFile(), 'utf8'), 10);
}

function pidFile(): string {
  return join(directory, 'cluster', 'postmaster.pid');
}

async function nothingRuns(): Promise<boolean> {
  const processes = await postgresProcessesIn(join(realpathSync(directory), 'cluster'));
  return processes.length === 0 && !existsSync(pidFile());
}

describe('a database of its own', () => {
  it('is created, answers, and is gone without a trace of a process after the release', async () => {
    const messages: string[] = [];
    const postgres = await openEmbeddedPostgres({ directory, report: (message) => messages.push(message) });
    expect(messages).toContain('Preparing the database…');
    expect(await ask(postgres.connection, 'select current_user::text, current_database()::text')).toEqual([
      'regrove',
      'regrove',
    ]);
    await postgres.release();
    await postgres.release();
    expect(await nothingRuns()).toBe(true);
    expect(readdirSync(directory).sort()).toEqual(['cluster', 'postgres.log']);
  });

  it('sorts by code point and stores UTF-8', async () => {
    const { connection } = await open();
    expect(await ask(connection, `select x from (values ('é'),('z'),('Z'),('a')) v (x) order by x`)).toEqual([
      'Z',
      'a',
      'z',
      'é',
    ]);
    expect(await ask(connection, `select upper('é'), current_setting('server_encoding')`)).toEqual([
      'É',
      'UTF8',
    ]);
  });

  it('takes settings and keeps the defaults for the others', async () => {
    const { connection } = await open({ settings: { fsync: 'off', work_mem: '7MB' } });
    expect(
      await ask(
        connection,
        `select current_setting(name) from unnest(array['work_mem', 'max_connections', 'listen_addresses']) name`,
      ),
    ).toEqual(['7MB', '100', '']);
  });

  it('keeps its data and closes its folder to others', async () => {
    mkdirSync(directory, { mode: 0o755 });
    const first = await open();
    await plant(first.connection);
    await first.release();
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    const second = await open();
    expect(await trees(second.connection)).toEqual(['oak']);
  });

  it('lets the application drop and copy its own database while leases are held', async () => {
    const { connection } = await open();
    await ask({ ...connection, database: 'postgres' }, 'create database copy template regrove');
    await ask({ ...connection, database: 'postgres' }, 'drop database regrove');
    await (await open()).release();
    expect(await ask(connection, 'select 1')).toEqual([1]);
  });

  it('refuses a cluster of another major version and says so', async () => {
    await (await open()).release();
    const version = join(directory, 'cluster', 'PG_VERSION');
    const kept = readFileSync(version);
    writeFileSync(version, '12\n');
    await expect(open()).rejects.toThrow(/made by PostgreSQL 12/);
    writeFileSync(version, kept);
  });

  it('says with the words of the log why a server does not start', async () => {
    await expect(open({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(/shared_buffers.*plenty/s);
    const { connection } = await open();
    expect(await ask(connection, 'select 1')).toEqual([1]);
  });

  it('puts a log grown large aside', async () => {
    mkdirSync(directory);
    writeFileSync(join(directory, 'postgres.log'), Buffer.alloc(11 * 1024 * 1024, 'x\n'));
    await open();
    expect(statSync(join(directory, 'postgres.log')).size).toBeLessThan(1024 * 1024);
    expect(statSync(join(directory, 'postgres.log.1')).size).toBe(11 * 1024 * 1024);
  });
});

describe('several holders of one directory', () => {
  it('share the server, and only the last to release stops it', async () => {
    const first = await open();
    await plant(first.connection);
    const pid = postmasterPid();
    const other = hold();
    const twin = await open();
    expect(await other.connection()).toEqual(first.connection);
    await first.release();
    await other.release();
    expect(postmasterPid()).toBe(pid);
    expect(await trees(twin.connection)).toEqual(['oak']);
    await twin.release();
    expect(await nothingRuns()).toBe(true);
  });

  it('may open an empty directory at the same moment', async () => {
    const all = [hold(), hold(), hold()];
    const [first, ...others] = await Promise.all(all.map((holder) => holder.connection()));
    for (const other of others) expect(other).toEqual(first);
    await Promise.all(all.map((holder) => holder.release()));
    expect(await nothingRuns()).toBe(true);
    expect(readdirSync(directory).sort()).toEqual(['cluster', 'postgres.log']);
  });

  it('may come and go at the same moments', async () => {
    await plant((await open()).connection);
    await opened[0]?.release();
    const comeAndGo = async (): Promise<void> => {
      for (let round = 0; round < 5; round++) {
        const postgres = await open();
        expect(await trees(postgres.connection)).toEqual(['oak']);
        await postgres.release();
      }
    };
    await Promise.all([comeAndGo(), comeAndGo(), comeAndGo()]);
    expect(await nothingRuns()).toBe(true);
  });

  it('do not keep a process from ending by itself, and the next one adopts the server', async () => {
    const holder = hold();
    await plant(await holder.connection());
    const pid = postmasterPid();
    await holder.leave();
    const next = await open();
    expect(postmasterPid()).toBe(pid);
    expect(await trees(next.connection)).toEqual(['oak']);
    await next.release();
    expect(await nothingRuns()).toBe(true);
  });
});

describe('after a kill', () => {
  it('of the holder, the next one adopts the server with its data', async () => {
    const holder = hold();
    await plant(await holder.connection());
    const pid = postmasterPid();
    await holder.kill();
    const next = await open();
    expect(postmasterPid()).toBe(pid);
    expect(await trees(next.connection)).toEqual(['oak']);
    await next.release();
    expect(await nothingRuns()).toBe(true);
  });

  it('of the server, all holders find it back by themselves at the same place', async () => {
    const troubles: Error[] = [];
    const first = await open({ onTrouble: (error) => troubles.push(error) });
    const other = hold();
    await other.connection();
    await plant(first.connection);
    const pool = new Pool(first.connection);
    pool.on('error', () => undefined);
    const pid = postmasterPid();
    process.kill(pid, 'SIGKILL');
    await until(async () => {
      const answer = await pool.query('select name from tree').catch(() => undefined);
      return answer?.rowCount === 1 && postmasterPid() !== pid;
    });
    expect(troubles.map(String).join()).toMatch(/went away/);
    await other.heard('trouble');
    await pool.end();
    // Both leases count again: the server stays for the one when the other goes.
    await until(async () => {
      const [holding] = await ask<string>(
        first.connection,
        `select count(*) from pg_locks where locktype = 'advisory'`,
      );
      return holding === '2';
    });
    await other.release();
    expect(await trees(first.connection)).toEqual(['oak']);
    await first.release();
    expect(await nothingRuns()).toBe(true);
  });

  it('of one connection process, the server recovers and is kept', async () => {
    const postgres = await open();
    await plant(postgres.connection);
    const pid = postmasterPid();
    const client = new Client(postgres.connection);
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await until(() =>
      trees(postgres.connection).then(
        (names) => names[0] === 'oak',
        () => false,
      ),
    );
    expect(postmasterPid()).toBe(pid);
    await postgres.release();
    expect(await nothingRuns()).toBe(true);
  });

  it('of both, the next start recovers', async () => {
    const holder = hold();
    await plant(await holder.connection());
    const pid = postmasterPid();
    await holder.kill();
    process.kill(pid, 'SIGKILL');
    const next = await open();
    expect(await trees(next.connection)).toEqual(['oak']);
  });

  it('of both while a connection is busy, the next start waits for it to notice', async () => {
    const holder = hold();
    const connection = await holder.connection();
    await plant(connection);
    const busy = new Client(connection);
    busy.on('error', () => undefined);
    await busy.connect();
    const query = busy.query('select sum(x) from generate_series(1, 1000000000) x').catch(() => undefined);
    const pid = postmasterPid();
    await holder.kill();
    process.kill(pid, 'SIGKILL');
    const next = await open();
    await query;
    expect(await trees(next.connection)).toEqual(['oak']);
  });

  it('of both during many first initialisations, nothing stands in the way of the next', async () => {
    for (let round = 0; round < 6; round++) {
      rmSync(directory, { recursive: true, force: true });
      const holder = hold();
      await holder.heard('opening');
      // Anywhere in what an initialisation takes here: before, within, and after it.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 1000));
      await holder.kill();
      const next = await open();
      expect(await ask(next.connection, 'select 1')).toEqual([1]);
      await next.release();
      expect(await nothingRuns()).toBe(true);
      expect(readdirSync(directory).sort()).toEqual(['cluster', 'postgres.log']);
    }
  });

  it('a process number that has gone to someone else does not count', async () => {
    const holder = hold();
    await plant(await holder.connection());
    const pid = postmasterPid();
    const text = readFileSync(pidFile(), 'utf8');
    await holder.kill();
    process.kill(pid, 'SIGKILL');
    await until(nothingLeft);
    for (const file of [pidFile(), join(directory, 'cluster', '.s.PGSQL.5432.lock')]) {
      writeFileSync(file, text.replace(/^\d+/, String(process.ppid)));
    }
    const next = await open();
    expect(await trees(next.connection)).toEqual(['oak']);

    async function nothingLeft(): Promise<boolean> {
      return (await postgresProcessesIn(join(directory, 'cluster'))).length === 0;
    }
  });

  it('the process of a killed server that nobody buries does not count', async () => {
    await (await open()).release();
    const negligent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 1000']);
    try {
      const zombie = await new Promise<number>((resolve) => {
        negligent.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())));
      });
      await until(() => readFileSync(`/proc/${zombie}/stat`, 'utf8').includes(') Z '));
      writeFileSync(pidFile(), `${zombie}\n${join(directory, 'cluster')}\n1700000000\n5432\n.\n\n`);
      const next = await open();
      expect(await ask(next.connection, 'select 1')).toEqual([1]);
      await next.release();
    } finally {
      negligent.kill();
    }
  });

  it('of the server whose files were removed, nobody puts an empty database in its place', async () => {
    const troubles: Error[] = [];
    const postgres = await open({ onTrouble: (error) => troubles.push(error) });
    const pid = postmasterPid();
    rmSync(join(directory, 'cluster'), { recursive: true });
    process.kill(pid, 'SIGKILL');
    await until(() => troubles.some((error) => error.message.includes('has been removed')));
    await postgres.release();
    expect(existsSync(join(directory, 'cluster'))).toBe(false);
  });

  it('an empty pid file, as a power cut leaves it, does not count', async () => {
    await (await open()).release();
    writeFileSync(pidFile(), '');
    const next = await open();
    expect(await ask(next.connection, 'select 1')).toEqual([1]);
  });

  it('a start lock of a dead process does not count', async () => {
    mkdirSync(directory);
    writeFileSync(join(directory, 'start.lock'), `${process.pid} 1 another-boot\nabc\n`);
    const next = await open();
    expect(await ask(next.connection, 'select 1')).toEqual([1]);
    await next.release();
    expect(readdirSync(directory).sort()).toEqual(['cluster', 'postgres.log']);
  });
});

describe('a directory', () => {
  it('may lie below one that is closed to others', async () => {
    chmodSync(home, 0o700);
    expect(await ask((await open()).connection, 'select 1')).toEqual([1]);
  });

  it('may have a path too long for a socket', async () => {
    directory = join(home, 'a-long-way-down'.repeat(4), 'and-further'.repeat(6));
    const { connection } = await open();
    expect(connection.host.startsWith(directory)).toBe(false);
    expect(statSync(connection.host).mode & 0o777).toBe(0o700);
    expect(await hold().connection()).toEqual(connection);
    expect(await ask(connection, 'select 1')).toEqual([1]);
  });

  it('may have blanks, commas, quotes and letters of any script in its path', async () => {
    directory = join(home, `a b, "c" 'd' $e ป่า`);
    expect(await ask((await open()).connection, 'select 1')).toEqual([1]);
  });

  it('may be given relatively or by a symbolic link: it is the same database', async () => {
    const { connection } = await open();
    const alias = join(home, 'alias');
    symlinkSync(directory, alias);
    expect((await open({ directory: alias })).connection).toEqual(connection);
    expect((await open({ directory: relative(process.cwd(), directory) })).connection).toEqual(connection);
  });

  it('may be on a file system without sockets: then there is a port with a password', async () => {
    const first = await open({}, { sockets: false });
    expect(first.connection).toMatchObject({ host: '127.0.0.1', password: expect.any(String) as string });
    await plant(first.connection);
    await expect(ask({ ...first.connection, password: 'guess' }, 'select 1')).rejects.toThrow(/password/);
    expect(await hold({ sockets: false }).connection()).toEqual(first.connection);
    const pid = postmasterPid();
    process.kill(pid, 'SIGKILL');
    await until(() =>
      trees(first.connection).then(
        (names) => names[0] === 'oak',
        () => false,
      ),
    );
    expect(postmasterPid()).not.toBe(pid);
  });
});

describe('the programs', () => {
  it('get the library links that an install without scripts did not make', async () => {
    const native = packageWithoutLinks(nativeDirectoryOfPackage(), join(home, 'package'));
    const { connection } = await open({}, { nativeDirectory: native });
    expect(await ask(connection, 'select 1')).toEqual([1]);
    expect(readdirSync(directory).sort()).toEqual(['cluster', 'postgres.log']);
  });

  it.skipIf(asRoot)(
    'are copied when their package is read-only (not as root, who may write anyway)',
    async () => {
      const native = packageWithoutLinks(nativeDirectoryOfPackage(), join(home, 'package'));
      chmodSync(join(native, 'lib'), 0o555);
      try {
        const { connection } = await open({}, { nativeDirectory: native });
        expect(await ask(connection, 'select 1')).toEqual([1]);
        expect(readdirSync(directory).some((name) => name.startsWith('binaries-'))).toBe(true);
      } finally {
        chmodSync(join(native, 'lib'), 0o755);
      }
    },
  );

  it('that do not run name the way out', async () => {
    mkdirSync(join(home, 'bin'));
    await expect(open({}, { nativeDirectory: home })).rejects.toThrow(/REGROVE_DATABASE_URL/);
  });
});

describe.skipIf(!asRoot)('as root', () => {
  it('the server runs without root rights and its files stay ours', async () => {
    await open();
    expect(readFileSync(`/proc/${postmasterPid()}/status`, 'utf8')).toMatch(/^CapEff:\s*0+$/m);
    expect(statSync(join(directory, 'cluster')).uid).toBe(0);
  });

  it('without user namespaces the server runs as nobody, also below a directory closed to others', async () => {
    chmodSync(home, 0o700);
    const native = packageWithoutLinks(nativeDirectoryOfPackage(), join(home, 'package'));
    const surroundings = { userNamespaces: false, nativeDirectory: native };
    const postgres = await open({}, surroundings);
    await plant(postgres.connection);
    expect(readFileSync(`/proc/${postmasterPid()}/status`, 'utf8')).toMatch(/^Uid:\s*65534\s+65534/m);
    expect(await hold(surroundings).connection()).toEqual(postgres.connection);
    const pid = postmasterPid();
    process.kill(pid, 'SIGKILL');
    await until(() =>
      trees(postgres.connection).then(
        (names) => names[0] === 'oak',
        () => false,
      ),
    );
    expect(postmasterPid()).not.toBe(pid);
  });

  it('without user namespaces a long path and a missing socket are no obstacles either', async () => {
    const postgres = await open({}, { userNamespaces: false, sockets: false });
    expect(await ask(postgres.connection, 'select 1')).toEqual([1]);
    await postgres.release();
    const short = directory;
    directory = join(home, 'a-long-way-down'.repeat(4), 'and-further'.repeat(6));
    const far = await open({}, { userNamespaces: false });
    expect(await ask(far.connection, 'select 1')).toEqual([1]);
    await far.release();
    directory = short;
  });

  it('the cluster of an ordinary user is run as that user, who keeps all files', async () => {
    await (await open()).release();
    const everything = (): string[] => [directory, ...list(directory)];
    const list = (folder: string): string[] =>
      readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
    for (const path of everything()) chownSync(path, 1234, 1234);
    const postgres = await open();
    expect(readFileSync(`/proc/${postmasterPid()}/status`, 'utf8')).toMatch(/^Uid:\s*1234\s+1234/m);
    await plant(postgres.connection);
    await postgres.release();
    expect(everything().filter((path) => lstatSync(path).uid !== 1234)).toEqual([]);
  });

  it('a cluster may pass from one way of running to the other and back', async () => {
    const first = await open();
    await plant(first.connection);
    await first.release();
    for (const userNamespaces of [false, true, false]) {
      const again = await open({}, { userNamespaces });
      expect(await trees(again.connection)).toEqual(['oak']);
      await again.release();
    }
  });
});
