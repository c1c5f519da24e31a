import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddedPostgres } from '../../src/database/embedded-postgres/index.js';
import { query, createSample, readSample, EmbeddedPostgresFixture } from '../embedded-postgres/fixture.js';

const fixture = new EmbeddedPostgresFixture();
beforeAll(() => fixture.build());
afterAll(() => fixture.removeAll());
beforeEach(() => fixture.prepare());
afterEach(() => fixture.cleanUp());

describe('an embedded database', () => {
  it('is created, responds, and leaves no process behind after the release', async () => {
    fixture.removeDirectory();
    const messages: string[] = [];
    const postgres = await openEmbeddedPostgres({
      directory: fixture.directory,
      report: (message) => messages.push(message),
    });
    expect(messages).toContain('Preparing the database…');
    expect(await query(postgres.connection, 'select current_user::text, current_database()::text')).toEqual([
      'regrove',
      'regrove',
    ]);
    await postgres.release();
    await postgres.release();
    expect(await fixture.isStopped()).toBe(true);
    expect(readdirSync(fixture.directory).sort()).toEqual(['cluster', 'postgres.log']);
  });

  it('sorts by code point and stores UTF-8', async () => {
    const { connection } = await fixture.open();
    expect(
      await query(connection, `select x from (values ('é'),('z'),('Z'),('a')) v (x) order by x`),
    ).toEqual(['Z', 'a', 'z', 'é']);
    expect(await query(connection, `select upper('é'), current_setting('server_encoding')`)).toEqual([
      'É',
      'UTF8',
    ]);
  });

  it('accepts settings and keeps the defaults for all others', async () => {
    const { connection } = await fixture.open({ settings: { fsync: 'off', work_mem: '7MB' } });
    expect(
      await query(
        connection,
        `select current_setting(name) from unnest(array['work_mem', 'max_connections', 'listen_addresses']) name`,
      ),
    ).toEqual(['7MB', '100', '']);
  });

  it('keeps its data and makes its folder private', async () => {
    chmodSync(fixture.directory, 0o755);
    const first = await fixture.open();
    await createSample(first.connection);
    await first.release();
    expect(statSync(fixture.directory).mode & 0o777).toBe(0o700);
    const second = await fixture.open();
    expect(await readSample(second.connection)).toEqual(['oak']);
  });

  it('lets the application drop and copy its own database while leases are held', async () => {
    const { connection } = await fixture.open();
    await query({ ...connection, database: 'postgres' }, 'create database copy template regrove');
    await query({ ...connection, database: 'postgres' }, 'drop database regrove');
    await (await fixture.open()).release();
    expect(await query(connection, 'select 1')).toEqual([1]);
  });

  it('refuses a cluster of another major version with a clear message', async () => {
    const version = join(fixture.directory, 'cluster', 'PG_VERSION');
    const kept = readFileSync(version);
    writeFileSync(version, '12\n');
    await expect(fixture.open()).rejects.toThrow(/made by PostgreSQL 12/);
    writeFileSync(version, kept);
  });

  it('quotes the log if the server does not start', async () => {
    await expect(fixture.open({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      /shared_buffers.*plenty/s,
    );
    const { connection } = await fixture.open();
    expect(await query(connection, 'select 1')).toEqual([1]);
  });

  it('rotates a large log', async () => {
    writeFileSync(join(fixture.directory, 'postgres.log'), Buffer.alloc(11 * 1024 * 1024, 'x\n'));
    await fixture.open();
    expect(statSync(join(fixture.directory, 'postgres.log')).size).toBeLessThan(1024 * 1024);
    expect(statSync(join(fixture.directory, 'postgres.log.1')).size).toBe(11 * 1024 * 1024);
  });
});

describe('several holders of one directory', () => {
  it('share the server, which is stopped by the last release', async () => {
    const first = await fixture.open();
    await createSample(first.connection);
    const pid = fixture.postmasterPid();
    const other = fixture.hold();
    const twin = await fixture.open();
    expect(await other.connection()).toEqual(first.connection);
    await first.release();
    await other.release();
    expect(fixture.postmasterPid()).toBe(pid);
    expect(await readSample(twin.connection)).toEqual(['oak']);
    await twin.release();
    expect(await fixture.isStopped()).toBe(true);
  });

  it('may open an empty directory at the same time', async () => {
    fixture.removeDirectory();
    const all = [fixture.hold(), fixture.hold(), fixture.hold()];
    const [first, ...others] = await Promise.all(all.map((holder) => holder.connection()));
    for (const other of others) expect(other).toEqual(first);
    await Promise.all(all.map((holder) => holder.release()));
    expect(await fixture.isStopped()).toBe(true);
    expect(readdirSync(fixture.directory).sort()).toEqual(['cluster', 'postgres.log']);
  });

  it('may open and release at the same time', async () => {
    const first = await fixture.open();
    await createSample(first.connection);
    await first.release();
    const comeAndGo = async (): Promise<void> => {
      for (let round = 0; round < 5; round++) {
        const postgres = await fixture.open();
        expect(await readSample(postgres.connection)).toEqual(['oak']);
        await postgres.release();
      }
    };
    await Promise.all([comeAndGo(), comeAndGo(), comeAndGo()]);
    expect(await fixture.isStopped()).toBe(true);
  });

  it('do not keep their process alive, and the next one adopts the server', async () => {
    const holder = fixture.hold();
    await createSample(await holder.connection());
    const pid = fixture.postmasterPid();
    await holder.leave();
    const next = await fixture.open();
    expect(fixture.postmasterPid()).toBe(pid);
    expect(await readSample(next.connection)).toEqual(['oak']);
    await next.release();
    expect(await fixture.isStopped()).toBe(true);
  });
});
