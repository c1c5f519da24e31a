import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import type { Answer, ApiClient, Json } from '../support/api-client.js';
import { createUsedDataDirectory, type UsedDataDirectory, isAlive } from '../support/data-directory.js';
import { serve, type ServeProcess } from '../support/serve-process.js';
import { until } from '../support/until.js';

let directory: UsedDataDirectory;
let server: ServeProcess;
let api: ApiClient;

const restart = async (): Promise<void> => {
  server = await serve(directory);
  api = await server.client(directory.key);
};

beforeAll(async () => {
  directory = await createUsedDataDirectory();
});
afterAll(() => directory.remove());
beforeEach(restart);
afterEach(async () => {
  const { code } = await server.process.stop();
  expect(code).toBe(0);
  expect(await directory.postmaster()).toBeUndefined();
});

async function killPostmaster(): Promise<void> {
  const pid = (await directory.postmaster()) ?? 0;
  process.kill(pid, 'SIGKILL');
  await until('the process to be gone', async () => !(await isAlive(pid)));
}

/** Creates deposits one after another until it is stopped or refused, and records the acknowledged ones. */
function keepDepositing(client: ApiClient): {
  acknowledged: Json[];
  refused: Answer[];
  stop(): Promise<void>;
} {
  const acknowledged: Json[] = [];
  const refused: Answer[] = [];
  const stopping = new AbortController();
  const work = (async () => {
    while (!stopping.signal.aborted) {
      const answer: Answer | undefined = await client.post('/deposits', { pages: 1 }).catch(() => undefined);
      if (answer?.status === 200) acknowledged.push(answer.body);
      else if (answer) refused.push(answer);
    }
  })();
  return {
    acknowledged,
    refused,
    async stop() {
      stopping.abort();
      await work;
    },
  };
}

async function expectKept(acknowledged: Json[]): Promise<void> {
  const { status, body } = await api.get('/deposits');
  expect(status).toBe(200);
  const kept = new Map(body.map((deposit: Json) => [deposit.id, deposit]));
  for (const deposit of acknowledged) expect(kept.get(deposit.id)).toEqual(deposit);
}

describe('All acknowledged data exists', () => {
  it.each([
    ['the server', () => server.process.stop('SIGKILL')],
    [
      'the server and then its database',
      async () => {
        await server.process.stop('SIGKILL');
        await killPostmaster();
      },
    ],
    [
      'the database and then the server',
      async () => {
        await killPostmaster();
        await server.process.stop('SIGKILL');
      },
    ],
  ])('after a kill of %s during writes', async (_, kill) => {
    const writer = keepDepositing(api);
    await until(
      '20 acknowledged requests',
      () => writer.acknowledged.length,
      (count) => count >= 20,
    );
    await kill();
    await writer.stop();
    await restart();
    await expectKept(writer.acknowledged);
    expect((await api.post('/deposits', { pages: 2 })).status).toBe(200);
  });
});

describe('A database that is killed while the server is running', () => {
  it('causes a 503 of the usual shape and is started again', async () => {
    const writer = keepDepositing(api);
    await until(
      '20 acknowledged requests',
      () => writer.acknowledged.length,
      (count) => count >= 20,
    );
    const before = await directory.postmaster();
    const answers: Answer[] = [];
    await killPostmaster();
    await until('requests to be answered again', async () => {
      const answer = await api.get('/account');
      answers.push(answer);
      return answer.status === 200 && answers.length > 1;
    });
    await writer.stop();
    // On a busy machine, it may be back before we send requests; the writer, which sends all the time, has noticed.
    const outage = [...writer.refused, ...answers.filter(({ status }) => status !== 200)];
    expect(outage.length).toBeGreaterThan(0);
    for (const { status, body, headers } of outage) {
      expect(status).toBe(503);
      expect(body).toEqual({ code: 503, error: expect.stringContaining('database') });
      expect(headers['retry-after']).toBe('1');
    }
    expect(await directory.postmaster()).not.toBe(before);
    await expectKept(writer.acknowledged);
  });
});
