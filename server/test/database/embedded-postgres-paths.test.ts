import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nativeDirectoryOfPackage } from '../../src/database/embedded-postgres/binaries.js';
import { packageWithoutLinks } from '../embedded-postgres/holders.js';
import {
  query,
  isRoot,
  createSample,
  readSample,
  EmbeddedPostgresFixture,
} from '../embedded-postgres/fixture.js';
import { until } from '../support/until.js';

const fixture = new EmbeddedPostgresFixture();
beforeAll(() => fixture.build());
afterAll(() => fixture.removeAll());
beforeEach(() => fixture.prepare());
afterEach(() => fixture.cleanUp());

describe('a directory', () => {
  it('may have a path that is too long for a socket', async () => {
    fixture.directory = join(fixture.home, 'a-long-way-down'.repeat(4), 'and-further'.repeat(6));
    const { connection } = await fixture.open();
    expect(connection.host.startsWith(fixture.directory)).toBe(false);
    expect(statSync(connection.host).mode & 0o777).toBe(0o700);
    expect(await fixture.hold().connection()).toEqual(connection);
    expect(await query(connection, 'select 1')).toEqual([1]);
  });

  it('may have spaces, commas, quotes and non-ASCII letters in its path, and be inside one that other users cannot access', async () => {
    chmodSync(fixture.home, 0o700);
    fixture.directory = join(fixture.home, `a b, "c" 'd' $e ป่า`);
    expect(await query((await fixture.open()).connection, 'select 1')).toEqual([1]);
  });

  it('may be given as a relative path or a symbolic link: it is the same database', async () => {
    const { connection } = await fixture.open();
    const alias = join(fixture.home, 'alias');
    symlinkSync(fixture.directory, alias);
    expect((await fixture.open({ directory: alias })).connection).toEqual(connection);
    expect(
      (await fixture.open({ directory: relative(process.cwd(), fixture.directory) })).connection,
    ).toEqual(connection);
  });

  it('may be on a file system without sockets: a port with a password is used instead', async () => {
    const first = await fixture.open({}, { sockets: false });
    expect(first.connection).toMatchObject({ host: '127.0.0.1', password: expect.any(String) as string });
    await createSample(first.connection);
    await expect(query({ ...first.connection, password: 'guess' }, 'select 1')).rejects.toThrow(/password/);
    expect(await fixture.hold({ sockets: false }).connection()).toEqual(first.connection);
    const pid = fixture.postmasterPid();
    process.kill(pid, 'SIGKILL');
    await until('PostgreSQL to answer again', () =>
      readSample(first.connection).then(
        (names) => names[0] === 'oak',
        () => false,
      ),
    );
    expect(fixture.postmasterPid()).not.toBe(pid);
  });
});

describe('the PostgreSQL binaries', () => {
  it('get the library links that an install without scripts did not create', async () => {
    const native = packageWithoutLinks(nativeDirectoryOfPackage(), join(fixture.home, 'package'));
    const { connection } = await fixture.open({}, { nativeDirectory: native });
    expect(await query(connection, 'select 1')).toEqual([1]);
    expect(readdirSync(fixture.directory).sort()).toEqual(['cluster', 'postgres.log']);
  });

  it.skipIf(isRoot)(
    'are copied if their package is read-only (skipped as root, who can write anyway)',
    async () => {
      const native = packageWithoutLinks(nativeDirectoryOfPackage(), join(fixture.home, 'package'));
      chmodSync(join(native, 'lib'), 0o555);
      try {
        const { connection } = await fixture.open({}, { nativeDirectory: native });
        expect(await query(connection, 'select 1')).toEqual([1]);
        expect(readdirSync(fixture.directory).some((name) => name.startsWith('binaries-'))).toBe(true);
      } finally {
        chmodSync(join(native, 'lib'), 0o755);
      }
    },
  );

  it('report a workaround if they do not run', async () => {
    mkdirSync(join(fixture.home, 'bin'));
    await expect(fixture.open({}, { nativeDirectory: fixture.home })).rejects.toThrow(/REGROVE_DATABASE_URL/);
  });
});

describe.skipIf(!isRoot)('as root', () => {
  it('the server runs without root privileges and its files still belong to root', async () => {
    fixture.removeDirectory();
    await fixture.open();
    expect(readFileSync(`/proc/${fixture.postmasterPid()}/status`, 'utf8')).toMatch(/^CapEff:\s*0+$/m);
    expect(statSync(join(fixture.directory, 'cluster')).uid).toBe(0);
  });

  it('without user namespaces, the server runs as nobody, also inside a directory that other users cannot access', async () => {
    fixture.removeDirectory();
    chmodSync(fixture.home, 0o700);
    const native = packageWithoutLinks(nativeDirectoryOfPackage(), join(fixture.home, 'package'));
    const capabilities = { userNamespaces: false, nativeDirectory: native };
    const postgres = await fixture.open({}, capabilities);
    await createSample(postgres.connection);
    expect(readFileSync(`/proc/${fixture.postmasterPid()}/status`, 'utf8')).toMatch(/^Uid:\s*65534\s+65534/m);
    expect(await fixture.hold(capabilities).connection()).toEqual(postgres.connection);
    const pid = fixture.postmasterPid();
    process.kill(pid, 'SIGKILL');
    await until('PostgreSQL to answer again', () =>
      readSample(postgres.connection).then(
        (names) => names[0] === 'oak',
        () => false,
      ),
    );
    expect(fixture.postmasterPid()).not.toBe(pid);
  });

  it('without user namespaces, a long path and a missing socket work, too', async () => {
    const postgres = await fixture.open({}, { userNamespaces: false, sockets: false });
    expect(await query(postgres.connection, 'select 1')).toEqual([1]);
    await postgres.release();
    const short = fixture.directory;
    fixture.directory = join(fixture.home, 'a-long-way-down'.repeat(4), 'and-further'.repeat(6));
    mkdirSync(dirname(fixture.directory));
    renameSync(short, fixture.directory);
    const far = await fixture.open({}, { userNamespaces: false });
    expect(await query(far.connection, 'select 1')).toEqual([1]);
    await far.release();
  });

  it('the cluster of an ordinary user is run as that user, who keeps all files', async () => {
    const everything = (): string[] => [fixture.directory, ...list(fixture.directory)];
    const list = (folder: string): string[] =>
      readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
    for (const path of everything()) chownSync(path, 1234, 1234);
    const postgres = await fixture.open();
    expect(readFileSync(`/proc/${fixture.postmasterPid()}/status`, 'utf8')).toMatch(/^Uid:\s*1234\s+1234/m);
    await createSample(postgres.connection);
    await postgres.release();
    expect(everything().filter((path) => lstatSync(path).uid !== 1234)).toEqual([]);
  });

  it('a cluster can switch between both ways of running it', async () => {
    const first = await fixture.open();
    await createSample(first.connection);
    await first.release();
    for (const userNamespaces of [false, true, false]) {
      const again = await fixture.open({}, { userNamespaces });
      expect(await readSample(again.connection)).toEqual(['oak']);
      await again.release();
    }
  });
});
