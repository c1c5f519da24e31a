import { spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { Agent } from 'undici';
import { expect, inject, it, onTestFinished } from 'vitest';
import { apiClient, type Answer, type ApiClient } from '../support/api-client.js';
import {
  createDataDirectory,
  createUsedDataDirectory,
  type DataDirectory,
} from '../support/data-directory.js';
import { repository, spawnRecorded, type RecordedProcess } from '../support/regrove-process.js';
import { serve } from '../support/serve-process.js';
import { until } from '../support/until.js';

function expectTrouble({ status, body, headers }: Answer): void {
  expect({ status, body }).toEqual({
    status: 503,
    body: { code: 503, error: expect.stringMatching(/^The database .*; try again shortly$/) },
  });
  expect(headers['retry-after']).toBe('1');
}

it('Requests without a database connection get a 503 while none is left, and succeed again once there are some', async () => {
  const directory = await createUsedDataDirectory();
  onTestFinished(() => directory.remove());
  const server = await serve(directory, {}, '--no-jobs');
  const api = await server.client(directory.key);
  const hoarded: pg.Client[] = [];
  const settings = {
    host: join(directory.path, 'postgres', 'cluster'),
    user: 'regrove',
    database: 'regrove',
  };
  const isFull = async (): Promise<boolean> => {
    const client = new pg.Client(settings);
    client.on('error', () => undefined);
    try {
      await client.connect();
      hoarded.push(client);
      return false;
    } catch (error) {
      expect(error).toMatchObject({ code: '53300' });
      return true;
    }
  };
  while (!(await isFull()));
  // More concurrent requests than the server has connections.
  const answers = await Promise.all(Array.from({ length: 19 }, () => api.post('/deposits', { pages: 1 })));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expectTrouble(answer);
    expect(answer.body.error).toContain('too many connections');
  }
  for (const client of hoarded) await client.end();
  await until(
    'requests to be answered again',
    async () => (await api.get('/account')).status,
    (status) => status === 200,
  );
  expect((await api.get('/deposits')).body).toHaveLength(answers.length - refused.length);
  expect((await server.process.stop()).code).toBe(0);
});

const canMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/**
 * A server whose data directory is a separate file system in its own mount namespace, which is gone when the server
 * ends.
 */
function serveInSmallRoom(directory: DataDirectory): RecordedProcess {
  const script = `mount -t tmpfs -o size=300m,mode=755 tmpfs "$REGROVE_DATA_DIR" &&
    cp -a "$PREPARED/." "$REGROVE_DATA_DIR" && exec "$0" "$@"`;
  const program = join(repository, 'server/bin/regrove.js');
  const args = ['-m', 'sh', '-c', script, process.execPath, program, 'serve', '--no-jobs'];
  const running = spawnRecorded('unshare', args, { ...directory.env, PREPARED: inject('prepared').migrated });
  directory.processes.push(running);
  return running;
}

/** With the start of a new file of the write-ahead log. If PostgreSQL cannot begin one it stops, and then nothing can be read either. */
async function makeRoomInLog(host: string): Promise<void> {
  const client = new pg.Client({ host, user: 'regrove', database: 'regrove' });
  await client.connect();
  await client.query('select pg_switch_wal()');
  await client.query('checkpoint');
  await client.end();
}

async function fill(path: string): Promise<void> {
  const ballast = await open(path, 'w');
  const block = Buffer.alloc(65_536);
  const smallest = Buffer.alloc(4_096);
  try {
    for (;;) await ballast.write(block);
  } catch {
    while (
      await ballast.write(smallest).then(
        () => true,
        () => false,
      )
    );
  } finally {
    await ballast.close();
  }
}

it.skipIf(!canMount)(
  'On a full disk, no acknowledged data is lost, and the service recovers when there is space again',
  async () => {
    const directory = await createDataDirectory('regrove-room-');
    onTestFinished(() => directory.remove());
    const running = serveInSmallRoom(directory);
    const url = await running.printed(/ready: (https:\S+\/v1)\//);
    // An empty installation gets the demo first, which prints a key.
    const key = await running.printed(/(rg_[\w-]{54})/);
    const agent = new Agent({ connect: { rejectUnauthorized: false } });
    const api: ApiClient = apiClient({ url, agent }, key);
    const room = join(`/proc/${running.pid}/root`, directory.path);
    const ballast = join(room, 'ballast');
    const quote = quoteFor((await api.get('/forestry/projects')).body[0].id as string);
    await makeRoomInLog(join(room, 'postgres', 'cluster'));
    await fill(ballast);

    const acknowledged: string[] = [];
    const create = async (): Promise<Answer> => {
      const answer = await api.post('/quotes', quote);
      if (answer.status === 200) acknowledged.push(answer.body.id as string);
      return answer;
    };
    let last = await create();
    await until('a request to fail for want of room', async () => {
      if (last.status === 200) last = await create();
      return last.status !== 200;
    });
    expectTrouble(last);
    expect((await api.get('/account')).status).toBe(200);

    await rm(ballast);
    await until(
      'requests to succeed again',
      async () => (await create()).status,
      (status) => status === 200,
    );
    const { body } = await api.get('/quotes');
    const kept = new Set(body.map(({ id }: { id: string }) => id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    await agent.close();
    expect((await running.stop()).code).toBe(0);
  },
);

/** With many items, so that it soon fails on a full disk. */
const quoteFor = (projectId: string): object => ({
  project_id: projectId,
  items: Array.from({ length: 500 }, (_, index) => ({ mass: 1000.5 + index })),
});
