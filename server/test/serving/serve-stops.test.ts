import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/api-client.js';
import { createUsedDataDirectory, type UsedDataDirectory, isAlive } from '../support/data-directory.js';
import { type ProcessResult, start, spawnRecorded } from '../support/regrove-process.js';
import { serve, waitUntilReady, type ServeProcess } from '../support/serve-process.js';
import { until } from '../support/until.js';

let directory: UsedDataDirectory;
beforeAll(async () => {
  directory = await createUsedDataDirectory();
});
afterAll(() => directory.remove());

const postgres = (): pg.Client =>
  new pg.Client({
    host: join(directory.path, 'postgres', 'cluster'),
    user: 'regrove',
    database: 'regrove',
  });

const outcome = ({ code, signal }: ProcessResult): object => ({ code, signal });
const clean = { code: 0, signal: null };

/** Starts a request that waits until the returned client releases its lock. */
async function holdRequest(
  send: () => Promise<Answer>,
): Promise<{ answer: Promise<Answer>; holder: pg.Client }> {
  const holder = postgres();
  await holder.connect();
  await holder.query('begin; lock table deposits in exclusive mode');
  const answer = send();
  await until('the request to wait for its lock', async () => {
    const { rowCount } = await holder.query(
      `select from pg_locks where not granted and locktype = 'relation'`,
    );
    return rowCount === 1;
  });
  return { answer, holder };
}

/** The server and its database end with exit code 0. The tests send each signal that a server has to handle. */
async function expectEnd(
  { process }: ServeProcess,
  signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP',
  meanwhile?: () => Promise<void>,
): Promise<void> {
  const postmaster = (await directory.postmaster()) ?? 0;
  process.signal(signal);
  await meanwhile?.();
  expect(outcome(await process.ending)).toEqual(clean);
  expect(await isAlive(postmaster)).toBe(false);
}

it('A request in progress is completed before the server ends, and its connection is closed', async () => {
  const server = await serve(directory);
  const api = await server.client(directory.key);
  const { answer, holder } = await holdRequest(() => api.post('/deposits', { pages: 3 }));
  await expectEnd(server, 'SIGTERM', async () => {
    await until('the server to say that it stops', () => server.process.stderr.includes('Stopping'));
    expect(server.process.ended).toBe(false);
    await holder.query('commit');
    await holder.end();
  });
  const { status, body } = await answer;
  expect(status).toBe(200);

  const again = await serve(directory);
  expect((await (await again.client(directory.key)).get(`/deposits/${body.id}`)).body).toEqual(body);
  await expectEnd(again, 'SIGHUP');
});

it('An idle connection does not keep the server from ending', async () => {
  const server = await serve(directory);
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined);
  await once(silent, 'connect');
  const api = await server.client(directory.key);
  expect((await api.get('/account')).status).toBe(200);
  await expectEnd(server, 'SIGINT');
  silent.destroy();
});

it('A signal during startup ends what was started', async () => {
  const process = start(['serve'], directory.env);
  directory.processes.push(process);
  await until(
    'PostgreSQL to run',
    () => directory.postmaster(),
    (seen) => seen !== undefined,
  );
  expect(outcome(await process.stop())).toEqual(clean);
  expect(await directory.postmaster()).toBeUndefined();
});

it('The same signal twice within a moment counts once', async () => {
  const { process } = await serve(directory);
  process.signal('SIGINT');
  process.signal('SIGINT');
  expect(outcome(await process.stop('SIGTERM'))).toEqual(clean);
  expect(await directory.postmaster()).toBeUndefined();
});

describe('npm start', () => {
  const npm = async (): Promise<{ pid: number; ending: Promise<ProcessResult>; ports: string }> => {
    const process = spawnRecorded('npm', ['start'], directory.env, { detached: true });
    const { url } = await waitUntilReady(directory, process);
    return { pid: process.pid, ending: process.ending, ports: url };
  };
  /** The processes of the group that npm leads, including itself. */
  const family = async (leader: number): Promise<string[]> => {
    const { stdout } = await spawnRecorded('ps', ['-eo', 'pid=,pgid=,stat=,args=']).ending;
    return stdout
      .split('\n')
      .filter((line) => line.trim().split(/\s+/)[1] === String(leader) && !/ Z/.test(line));
  };

  it.each([
    ['npm alone', 'SIGTERM'],
    ['the whole process group, as a terminal does', 'SIGTERM'],
    ['the whole process group, as a terminal does', 'SIGINT'],
  ] as const)('leaves no process behind when %s gets %s', async (who, signal) => {
    const { pid, ending } = await npm();
    expect((await family(pid)).length).toBeGreaterThan(1);
    process.kill(who === 'npm alone' ? pid : -pid, signal);
    await ending;
    await until(
      'all processes to be gone',
      async () => (await family(pid)).length,
      (count) => count === 0,
    );
    expect(await directory.postmaster()).toBeUndefined();
  });
});
