import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../support/command-line.js';
import { createUsedDataDirectory, isAlive, type UsedDataDirectory } from '../support/data-directory.js';
import { freePort } from '../support/ports.js';
import { serve } from '../support/serve-process.js';
import { until } from '../support/until.js';

let directory: UsedDataDirectory;
beforeAll(async () => {
  directory = await createUsedDataDirectory();
});
afterAll(() => directory.remove());

/** The child processes of a process. */
async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return status.startsWith('Name:\tnode') && status.includes(`\nPPid:\t${parent}\n`);
    }),
  );
  return pids.filter((_, index) => parents[index]);
}

describe('Several processes', () => {
  it('serve at one address, are replaced when they end, and all end when they are told to', async () => {
    const { process, ...served } = await serve(directory, {}, '--processes', '2');
    const api = await served.client(directory.key);
    expect((await api.post('/deposits', { pages: 3 })).status).toBe(200);
    const began = await childrenOf(process.pid);
    // Two for requests and one for jobs.
    expect(began).toHaveLength(3);

    for (const pid of began) globalThis.process.kill(pid, 'SIGKILL');
    await until(
      'three processes',
      async () => (await childrenOf(process.pid)).length,
      (count) => count === 3,
    );
    await until(
      'requests to be answered',
      async () => (await api.get('/account').catch(() => ({ status: 0 }))).status,
      (status) => status === 200,
    );
    // Nothing listens while all are gone: if another process takes the port for a moment, one more is replaced.
    expect(process.stderr.match(/starting another one/g)?.length).toBeGreaterThanOrEqual(3);
    expect((await api.get('/deposits')).body).toHaveLength(1);

    const postmaster = (await directory.postmaster()) ?? 0;
    const living = await childrenOf(process.pid);
    expect(await process.stop()).toMatchObject({ code: 0, signal: null });
    for (const pid of [...living, postmaster]) expect(await isAlive(pid)).toBe(false);
  });

  it('share rate limits and metrics, and end with their parent, however it ends', async () => {
    const port = String(await freePort());
    const env = { REGROVE_RATE_LIMIT: '20', REGROVE_METRICS_PORT: port };
    const { process, ...served } = await serve(directory, env, '--processes', '2', '--no-jobs');
    const clients = await Promise.all(Array.from({ length: 30 }, () => served.client(directory.key)));
    const statuses = await Promise.all(clients.map(async (api) => (await api.get('/account')).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const counted = [...metrics.matchAll(/^regrove_http_request_duration_seconds_count\{(.*)\} (\d+)$/gm)]
      .filter(([, labels]) => labels?.includes('route="/v1/account"'))
      .reduce((sum, [, , count]) => sum + Number(count), 0);
    expect(counted).toBe(30);

    const children = await childrenOf(process.pid);
    expect(children).toHaveLength(2);
    await process.stop('SIGKILL');
    await until('the processes to be gone', async () =>
      (await Promise.all(children.map(isAlive))).every((alive) => !alive),
    );
  });

  it.each(['0', '33', '1.5', 'two'])('are not started for --processes %s', async (count) => {
    const { code, stderr } = await runInProcess(['serve', '--processes', count], directory.env);
    expect(code).toBe(2);
    expect(stderr).toContain('whole number from 1 to 32');
  });
});
