import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddedPostgres } from '../../src/database/embedded-postgres/index.js';
import { ask, plant, trees, Workbench } from '../embedded-postgres/workbench.js';

const bench = new Workbench();
beforeAll(() => bench.build());
afterAll(() => bench.clear());
beforeEach(() => bench.prepare());
afterEach(() => bench.tidy());

describe('an embedded database', () => {
  it('is created, responds, and leaves no process behind after the release', async () => {
    const messages: string[] = [];
    const postgres = await openEmbeddedPostgres({
      directory: bench.directory,
      report: (message) => messages.push(message),
    });
    expect(messages).toContain('Preparing the database…');
    expect(await ask(postgres.connection, 'select current_user::text, current_database()::text')).toEqual([
      'regrove',
      'regrove',
    ]);
    await postgres.release();
    await postgres.release();
    expect(await bench.nothingRuns()).toBe(true);
    expect(readdirSync(bench.directory).sort()).toEqual(['cluster', 'postgres.log']);
  });

  it('sorts by code point and stores UTF-8', async () => {
    const { connection } = await bench.open();
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

  it('accepts settings and keeps the defaults for all others', async () => {
    const { connection } = await bench.open({ settings: { fsync: 'off', work_mem: '7MB' } });
    expect(
      await ask(
        connection,
        `select current_setting(name) from unnest(array['work_mem', 'max_connections', 'listen_addresses']) name`,
      ),
    ).toEqual(['7MB', '100', '']);
  });

  it('keeps its data and makes its folder private', async () => {
    mkdirSync(bench.directory, { mode: 0o755 });
    const first = await bench.open();
    await plant(first.connection);
    await first.release();
    expect(statSync(bench.directory).mode & 0o777).toBe(0o700);
    const second = await bench.open();
    expect(await trees(second.connection)).toEqual(['oak']);
  });

  it('lets the application drop and copy its own database while leases are held', async () => {
    const { connection } = await bench.open();
    await ask({ ...connection, database: 'postgres' }, 'create database copy template regrove');
    await ask({ ...connection, database: 'postgres' }, 'drop database regrove');
    await (await bench.open()).release();
    expect(await ask(connection, 'select 1')).toEqual([1]);
  });

  it('refuses a cluster of another major version with a clear message', async () => {
    await (await bench.open()).release();
    const version = join(bench.directory, 'cluster', 'PG_VERSION');
    const kept = readFileSync(version);
    writeFileSync(version, '12\n');
    await expect(bench.open()).rejects.toThrow(/made by PostgreSQL 12/);
    writeFileSync(version, kept);
  });

  it('quotes the log if the server does not start', async () => {
    await expect(bench.open({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      /shared_buffers.*plenty/s,
    );
    const { connection } = await bench.open();
    expect(await ask(connection, 'select 1')).toEqual([1]);
  });

  it('rotates a large log', async () => {
    mkdirSync(bench.directory);
    writeFileSync(join(bench.directory, 'postgres.log'), Buffer.alloc(11 * 1024 * 1024, 'x\n'));
    await bench.open();
    expect(statSync(join(bench.directory, 'postgres.log')).size).toBeLessThan(1024 * 1024);
    expect(statSync(join(bench.directory, 'postgres.log.1')).size).toBe(11 * 1024 * 1024);
  });
});

describe('several holders of one directory', () => {
  it('share the server, which is stopped by the last release', async () => {
    const first = await bench.open();
    await plant(first.connection);
    const pid = bench.postmasterPid();
    const other = bench.hold();
    const twin = await bench.open();
    expect(await other.connection()).toEqual(first.connection);
    await first.release();
    await other.release();
    expect(bench.postmasterPid()).toBe(pid);
    expect(await trees(twin.connection)).toEqual(['oak']);
    await twin.release();
    expect(await bench.nothingRuns()).toBe(true);
  });

  it('may open an empty directory at the same time', async () => {
    const all = [bench.hold(), bench.hold(), bench.hold()];
    const [first, ...others] = await Promise.all(all.map((holder) => holder.connection()));
    for (const other of others) expect(other).toEqual(first);
    await Promise.all(all.map((holder) => holder.release()));
    expect(await bench.nothingRuns()).toBe(true);
    expect(readdirSync(bench.directory).sort()).toEqual(['cluster', 'postgres.log']);
  });

  it('may open and release at the same time', async () => {
    const first = await bench.open();
    await plant(first.connection);
    await first.release();
    const comeAndGo = async (): Promise<void> => {
      for (let round = 0; round < 5; round++) {
        const postgres = await bench.open();
        expect(await trees(postgres.connection)).toEqual(['oak']);
        await postgres.release();
      }
    };
    await Promise.all([comeAndGo(), comeAndGo(), comeAndGo()]);
    expect(await bench.nothingRuns()).toBe(true);
  });

  it('do not keep their process alive, and the next one adopts the server', async () => {
    const holder = bench.hold();
    await plant(await holder.connection());
    const pid = bench.postmasterPid();
    await holder.leave();
    const next = await bench.open();
    expect(bench.postmasterPid()).toBe(pid);
    expect(await trees(next.connection)).toEqual(['oak']);
    await next.release();
    expect(await bench.nothingRuns()).toBe(true);
  });
});
