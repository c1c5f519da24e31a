import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nativeDirectoryOfPackage } from '../../src/database/embedded-postgres/binaries.js';
import { packageWithoutLinks } from '../embedded-postgres/holders.js';
import { ask, isRoot, plant, trees, Workbench } from '../embedded-postgres/workbench.js';
import { until } from '../support/until.js';

const bench = new Workbench();
beforeAll(() => bench.build());
afterAll(() => bench.clear());
beforeEach(() => bench.prepare());
afterEach(() => bench.tidy());

describe('a directory', () => {
  it('may be inside one that other users cannot access', async () => {
    chmodSync(bench.home, 0o700);
    expect(await ask((await bench.open()).connection, 'select 1')).toEqual([1]);
  });

  it('may have a path that is too long for a socket', async () => {
    bench.directory = join(bench.home, 'a-long-way-down'.repeat(4), 'and-further'.repeat(6));
    const { connection } = await bench.open();
    expect(connection.host.startsWith(bench.directory)).toBe(false);
    expect(statSync(connection.host).mode & 0o777).toBe(0o700);
    expect(await bench.hold().connection()).toEqual(connection);
    expect(await ask(connection, 'select 1')).toEqual([1]);
  });

  it('may have spaces, commas, quotes and non-ASCII letters in its path', async () => {
    bench.directory = join(bench.home, `a b, "c" 'd' $e ป่า`);
    expect(await ask((await bench.open()).connection, 'select 1')).toEqual([1]);
  });

  it('may be given as a relative path or a symbolic link: it is the same database', async () => {
    const { connection } = await bench.open();
    const alias = join(bench.home, 'alias');
    symlinkSync(bench.directory, alias);
    expect((await bench.open({ directory: alias })).connection).toEqual(connection);
    expect((await bench.open({ directory: relative(process.cwd(), bench.directory) })).connection).toEqual(
      connection,
    );
  });

  it('may be on a file system without sockets: a port with a password is used instead', async () => {
    const first = await bench.open({}, { sockets: false });
    expect(first.connection).toMatchObject({ host: '127.0.0.1', password: expect.any(String) as string });
    await plant(first.connection);
    await expect(ask({ ...first.connection, password: 'guess' }, 'select 1')).rejects.toThrow(/password/);
    expect(await bench.hold({ sockets: false }).connection()).toEqual(first.connection);
    const pid = bench.postmasterPid();
    process.kill(pid, 'SIGKILL');
    await until('PostgreSQL to answer again', () =>
      trees(first.connection).then(
        (names) => names[0] === 'oak',
        () => false,
      ),
    );
    expect(bench.postmasterPid()).not.toBe(pid);
  });
});

describe('the PostgreSQL binaries', () => {
  it('get the library links that an install without scripts did not create', async () => {
    const native = packageWithoutLinks(nativeDirectoryOfPackage(), join(bench.home, 'package'));
    const { connection } = await bench.open({}, { nativeDirectory: native });
    expect(await ask(connection, 'select 1')).toEqual([1]);
    expect(readdirSync(bench.directory).sort()).toEqual(['cluster', 'postgres.log']);
  });

  it.skipIf(isRoot)(
    'are copied if their package is read-only (skipped as root, who can write anyway)',
    async () => {
      const native = packageWithoutLinks(nativeDirectoryOfPackage(), join(bench.home, 'package'));
      chmodSync(join(native, 'lib'), 0o555);
      try {
        const { connection } = await bench.open({}, { nativeDirectory: native });
        expect(await ask(connection, 'select 1')).toEqual([1]);
        expect(readdirSync(bench.directory).some((name) => name.startsWith('binaries-'))).toBe(true);
      } finally {
        chmodSync(join(native, 'lib'), 0o755);
      }
    },
  );

  it('report a workaround if they do not run', async () => {
    mkdirSync(join(bench.home, 'bin'));
    await expect(bench.open({}, { nativeDirectory: bench.home })).rejects.toThrow(/REGROVE_DATABASE_URL/);
  });
});

describe.skipIf(!isRoot)('as root', () => {
  it('the server runs without root privileges and its files still belong to root', async () => {
    await bench.open();
    expect(readFileSync(`/proc/${bench.postmasterPid()}/status`, 'utf8')).toMatch(/^CapEff:\s*0+$/m);
    expect(statSync(join(bench.directory, 'cluster')).uid).toBe(0);
  });

  it('without user namespaces, the server runs as nobody, also inside a directory that other users cannot access', async () => {
    chmodSync(bench.home, 0o700);
    const native = packageWithoutLinks(nativeDirectoryOfPackage(), join(bench.home, 'package'));
    const surroundings = { userNamespaces: false, nativeDirectory: native };
    const postgres = await bench.open({}, surroundings);
    await plant(postgres.connection);
    expect(readFileSync(`/proc/${bench.postmasterPid()}/status`, 'utf8')).toMatch(/^Uid:\s*65534\s+65534/m);
    expect(await bench.hold(surroundings).connection()).toEqual(postgres.connection);
    const pid = bench.postmasterPid();
    process.kill(pid, 'SIGKILL');
    await until('PostgreSQL to answer again', () =>
      trees(postgres.connection).then(
        (names) => names[0] === 'oak',
        () => false,
      ),
    );
    expect(bench.postmasterPid()).not.toBe(pid);
  });

  it('without user namespaces, a long path and a missing socket work, too', async () => {
    const postgres = await bench.open({}, { userNamespaces: false, sockets: false });
    expect(await ask(postgres.connection, 'select 1')).toEqual([1]);
    await postgres.release();
    const short = bench.directory;
    bench.directory = join(bench.home, 'a-long-way-down'.repeat(4), 'and-further'.repeat(6));
    const far = await bench.open({}, { userNamespaces: false });
    expect(await ask(far.connection, 'select 1')).toEqual([1]);
    await far.release();
    bench.directory = short;
  });

  it('the cluster of an ordinary user is run as that user, who keeps all files', async () => {
    await (await bench.open()).release();
    const everything = (): string[] => [bench.directory, ...list(bench.directory)];
    const list = (folder: string): string[] =>
      readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
    for (const path of everything()) chownSync(path, 1234, 1234);
    const postgres = await bench.open();
    expect(readFileSync(`/proc/${bench.postmasterPid()}/status`, 'utf8')).toMatch(/^Uid:\s*1234\s+1234/m);
    await plant(postgres.connection);
    await postgres.release();
    expect(everything().filter((path) => lstatSync(path).uid !== 1234)).toEqual([]);
  });

  it('a cluster can switch between both ways of running it', async () => {
    const first = await bench.open();
    await plant(first.connection);
    await first.release();
    for (const userNamespaces of [false, true, false]) {
      const again = await bench.open({}, { userNamespaces });
      expect(await trees(again.connection)).toEqual(['oak']);
      await again.release();
    }
  });
});
