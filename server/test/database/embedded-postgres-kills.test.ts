import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postgresProcessesIn } from '../../src/database/embedded-postgres/processes.js';
import { query, createSample, readSample, EmbeddedPostgresFixture } from '../embedded-postgres/fixture.js';
import { Random } from '../support/faults/random.js';
import { pause } from '../support/pause.js';
import { until } from '../support/until.js';

const fixture = new EmbeddedPostgresFixture();
beforeAll(() => fixture.build());
afterAll(() => fixture.removeAll());
beforeEach(() => fixture.prepare());
afterEach(() => fixture.cleanUp());

describe('after a kill', () => {
  it('of the holder, the next one adopts the server with its data', async () => {
    const holder = fixture.hold();
    await createSample(await holder.connection());
    const pid = fixture.postmasterPid();
    await holder.kill();
    const next = await fixture.open();
    expect(fixture.postmasterPid()).toBe(pid);
    expect(await readSample(next.connection)).toEqual(['oak']);
    await next.release();
    expect(await fixture.isStopped()).toBe(true);
  });

  it('of the server, all holders reconnect to it at the same address', async () => {
    const troubles: Error[] = [];
    const first = await fixture.open({ onTrouble: (error) => troubles.push(error) });
    const other = fixture.hold();
    await other.connection();
    await createSample(first.connection);
    const pool = new Pool(first.connection);
    pool.on('error', () => undefined);
    const pid = fixture.postmasterPid();
    process.kill(pid, 'SIGKILL');
    await until('a new PostgreSQL with the same data', async () => {
      const answer = await pool.query('select name from tree').catch(() => undefined);
      return answer?.rowCount === 1 && fixture.postmasterPid() !== pid;
    });
    expect(troubles.map(String).join()).toMatch(/was lost/);
    await other.waitFor('trouble');
    await pool.end();
    // Both leases count again: when one holder releases, the server stays for the other.
    await until('both leases to be held again', async () => {
      const [holding] = await query<string>(
        first.connection,
        `select count(*) from pg_locks where locktype = 'advisory'`,
      );
      return holding === '2';
    });
    await other.release();
    expect(await readSample(first.connection)).toEqual(['oak']);
    await first.release();
    expect(await fixture.isStopped()).toBe(true);
  });

  it('of one connection process, the server recovers and is kept', async () => {
    const postgres = await fixture.open();
    await createSample(postgres.connection);
    const pid = fixture.postmasterPid();
    const client = new Client(postgres.connection);
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await until('PostgreSQL to answer again', () =>
      readSample(postgres.connection).then(
        (names) => names[0] === 'oak',
        () => false,
      ),
    );
    expect(fixture.postmasterPid()).toBe(pid);
    await postgres.release();
    expect(await fixture.isStopped()).toBe(true);
  });

  it('of both, the next start recovers', async () => {
    const holder = fixture.hold();
    await createSample(await holder.connection());
    const pid = fixture.postmasterPid();
    await holder.kill();
    process.kill(pid, 'SIGKILL');
    const next = await fixture.open();
    expect(await readSample(next.connection)).toEqual(['oak']);
  });

  it('of both while a connection is busy, the next start waits until that connection ends', async () => {
    const holder = fixture.hold();
    const connection = await holder.connection();
    await createSample(connection);
    const busy = new Client(connection);
    busy.on('error', () => undefined);
    await busy.connect();
    const query = busy.query('select sum(x) from generate_series(1, 1000000000) x').catch(() => undefined);
    const pid = fixture.postmasterPid();
    await holder.kill();
    process.kill(pid, 'SIGKILL');
    const next = await fixture.open();
    await query;
    expect(await readSample(next.connection)).toEqual(['oak']);
  });

  it('of both at any time during the first initialization, the next start succeeds', async () => {
    const random = new Random();
    for (let round = 0; round < 4; round++) {
      fixture.removeDirectory();
      const holder = fixture.hold();
      await holder.waitFor('opening');
      // At any time before, during or after the initialization.
      await pause(random.upTo(1000));
      await holder.kill();
      const next = await fixture.open();
      expect(await query(next.connection, 'select 1')).toEqual([1]);
      await next.release();
      expect(await fixture.isStopped()).toBe(true);
      expect(readdirSync(fixture.directory).sort()).toEqual(['cluster', 'postgres.log']);
    }
  });

  it('a process id that was reused by another process is ignored', async () => {
    const holder = fixture.hold();
    await createSample(await holder.connection());
    const pid = fixture.postmasterPid();
    const text = readFileSync(fixture.pidFile, 'utf8');
    await holder.kill();
    process.kill(pid, 'SIGKILL');
    await until('nothing of PostgreSQL to be left', nothingLeft);
    for (const file of [fixture.pidFile, join(fixture.directory, 'cluster', '.s.PGSQL.5432.lock')]) {
      writeFileSync(file, text.replace(/^\d+/, String(process.ppid)));
    }
    const next = await fixture.open();
    expect(await readSample(next.connection)).toEqual(['oak']);

    async function nothingLeft(): Promise<boolean> {
      return (await postgresProcessesIn(join(fixture.directory, 'cluster'))).length === 0;
    }
  });

  it('a killed server that remains as a zombie is ignored', async () => {
    const negligent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000']);
    try {
      const zombie = await new Promise<number>((resolve) => {
        negligent.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())));
      });
      // A shell would reap it; the program that replaces the shell does not know about it.
      await until('the parent to become `sleep`', () =>
        readFileSync(`/proc/${negligent.pid}/cmdline`, 'utf8').startsWith('sleep'),
      );
      process.kill(zombie, 'SIGKILL');
      await until('the child to become a zombie', () =>
        readFileSync(`/proc/${zombie}/stat`, 'utf8').includes(') Z '),
      );
      writeFileSync(
        fixture.pidFile,
        `${zombie}\n${join(fixture.directory, 'cluster')}\n1700000000\n5432\n.\n\n`,
      );
      const next = await fixture.open();
      expect(await query(next.connection, 'select 1')).toEqual([1]);
      await next.release();
    } finally {
      negligent.kill();
    }
  });

  it('of the server whose files were removed, no empty database is created in its place', async () => {
    const troubles: Error[] = [];
    const postgres = await fixture.open({ onTrouble: (error) => troubles.push(error) });
    const pid = fixture.postmasterPid();
    rmSync(join(fixture.directory, 'cluster'), { recursive: true });
    process.kill(pid, 'SIGKILL');
    await until('word that the directory has been removed', () =>
      troubles.some((error) => error.message.includes('has been removed')),
    );
    await postgres.release();
    expect(existsSync(join(fixture.directory, 'cluster'))).toBe(false);
  });

  it('an empty pid file, as left by a power failure, is ignored', async () => {
    writeFileSync(fixture.pidFile, '');
    const next = await fixture.open();
    expect(await query(next.connection, 'select 1')).toEqual([1]);
  });

  it('a start lock of a dead process is ignored', async () => {
    writeFileSync(join(fixture.directory, 'start.lock'), `${process.pid} 1 another-boot\nabc\n`);
    const next = await fixture.open();
    expect(await query(next.connection, 'select 1')).toEqual([1]);
    await next.release();
    expect(readdirSync(fixture.directory).sort()).toEqual(['cluster', 'postgres.log']);
  });
});
