import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatVerifierKey, openCheckpoint, parseNote } from '@regrove/verify';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { origin } from '../../../verify/test/support/example-log.js';
import { signerOf } from '../../../verify/test/support/keys.js';
import { witnessFindings } from '../support/witness-findings.js';
import { addCheckpoint } from '../../src/features/log/witnessing/add-checkpoint.js';
import type { Log } from '../../src/platform/log.js';
import { scrape } from '../support/metrics.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import {
  askServer,
  exampleLog,
  exampleLogKey,
  forkedLog,
  requestFor,
  type Answered,
} from '../support/witnessed-log.js';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-witness-'));
  const file = join(folder, 'logs');
  const former = formatVerifierKey((await signerOf(origin, 1, 7)).key);
  await writeFile(file, `# Logs that we cosign\n\n${await exampleLogKey()}\n${former}\n`);
  server = await startTestServer({ REGROVE_WITNESS_LOGS: file, REGROVE_METRICS_PORT: '0' });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await server.sql('truncate witnessed_logs, witnessed_checkpoints, witnessed_forks');
  await forget();
});

/** What the data directory knows. */
const forget = (): Promise<void> =>
  rm(server.running.instance.context.transparency.cosignedTreesPath, { recursive: true, force: true });
const ask = (body: string | Buffer): Promise<Answered> => askServer(server, body);
const askFor = async (size: number, oldSize: number, story?: number): Promise<Answered> =>
  ask(await requestFor(await exampleLog(size, story), oldSize));

async function witnessKey(): Promise<string> {
  const { body } = await request(`${server.running.baseUrl}/log/witness/key`, { dispatcher: server.agent });
  return (await body.text()).trim();
}

const state = (): Promise<{ size: string; root: Buffer }[]> =>
  server.sql('select size, root from witnessed_logs where origin = $1', [origin]);
const forks = (): Promise<{ size: string; cosigned_note: string; refused_note: string }[]> =>
  server.sql('select size, cosigned_note, refused_note from witnessed_forks order by size');
const conflict = (size: number): Answered => ({ status: 409, type: 'text/x.tlog.size', body: `${size}\n` });

describe('A witness', () => {
  it('cosigns what grows, with the time', async () => {
    server.setNow('2026-03-01T12:00:00.700Z');
    for (const [size, oldSize] of [
      [3, 0],
      [300, 3],
      [300, 300],
    ] as const) {
      const log = await exampleLog(size);
      const { status, type, body } = await ask(await requestFor(log, oldSize));
      expect({ status, type }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
      expect(body).toMatch(/^— \S+ \S+\n$/);
      const opened = await openCheckpoint(log.checkpoint + body, {
        keys: [await exampleLogKey()],
        witnesses: [await witnessKey()],
      });
      expect(opened.cosignatures).toEqual([
        expect.objectContaining({ time: Date.parse('2026-03-01T12:00:00Z') / 1000 }),
      ]);
    }
    server.setNow(undefined);
    expect(await state()).toMatchObject([{ size: '300' }]);
  });

  it('has the key of its own log, for another purpose', async () => {
    const { transparency } = server.running.instance.context;
    const { key } = await transparency.cosigner();
    const own = (await transparency.signer()).key;
    expect(await witnessKey()).toBe(formatVerifierKey(key));
    expect(key).toEqual({ ...own, id: expect.any(String), type: 4 });
    expect(key.id).not.toBe(own.id);
  });

  it.each([
    ['nothing', ''],
    ['no old size', 'new 3\n\nexample.com/log\n'],
    ['an old size with a leading zero', 'old 03\n\nexample.com/log\n3\nAA==\n\n— a b\n'],
    ['bytes that are not text', Buffer.from([0x6f, 0xff, 0xfe])],
  ])('answers 400 to %s', async (_, body) => {
    expect(await ask(body)).toMatchObject({ status: 400, type: 'text/plain; charset=utf-8' });
    expect(await state()).toEqual([]);
  });

  it('answers 400 to an old size above the new one, and to too many hashes', async () => {
    const { checkpoint } = await exampleLog(5);
    const hash = `${Buffer.alloc(32).toString('base64')}\n`;
    expect((await ask(`old 6\n\n${checkpoint}`)).status).toBe(400);
    expect((await ask(`old 3\n${hash.repeat(64)}\n${checkpoint}`)).status).toBe(400);
    expect((await ask(`old 5\nAAAA\n\n${checkpoint}`)).status).toBe(400);
  });

  it('answers 404 for a log that it does not know', async () => {
    const { checkpoint } = await exampleLog(5);
    const other = checkpoint.replaceAll('example.com/log', 'example.com/other');
    expect(await ask(`old 0\n\n${other}`)).toMatchObject({
      status: 404,
      body: 'example.com/other is not witnessed here\n',
    });
    expect(await server.sql('select * from witnessed_logs')).toEqual([]);
  });

  it('answers 403 without a right signature of a known key', async () => {
    const { checkpoint } = await exampleLog(5);
    expect((await ask(`old 0\n\n${checkpoint.replace('\n5\n', '\n6\n')}`)).status).toBe(403);
    const { text } = parseNote(checkpoint);
    expect((await ask(`old 0\n\n${text}\n— example.com/log ${'A'.repeat(92)}\n`)).status).toBe(403);
    expect(await state()).toEqual([]);
  });

  it('answers 409 with the size that it knows, and 422 to a wrong proof', async () => {
    expect(await askFor(5, 3)).toEqual(conflict(0));
    await askFor(5, 0);
    expect(await askFor(9, 0)).toEqual(conflict(5));
    expect(await askFor(3, 2)).toEqual(conflict(5));
    const { checkpoint } = await exampleLog(9);
    expect((await ask(`old 5\n\n${checkpoint}`)).status).toBe(422);
    expect(await askFor(9, 5, 1)).toMatchObject({ status: 422 });
    expect(await state()).toMatchObject([{ size: '5' }]);
    expect(await forks()).toEqual([]);
  });

  it('answers 413 to more than a request can have, and takes as much as it can', async () => {
    expect((await ask('x'.repeat(70_000))).status).toBe(413);
    expect((await ask('x'.repeat(69_000))).status).toBe(400);
  });

  it('is none below the address of a sandbox', async () => {
    for (const path of ['/log/witness/key', '/log/keys']) {
      const url = `${server.running.baseUrl}/sandbox/01900000-0000-7000-8000-00000000dead${path}`;
      const { statusCode, body } = await request(url, { dispatcher: server.agent });
      await body.dump();
      expect(statusCode).toBe(404);
    }
  });

  it('takes a request of any type', async () => {
    const body = await requestFor(await exampleLog(4), 0);
    for (const type of ['application/octet-stream', 'application/json', 'text/plain'])
      expect((await askServer(server, body, { 'content-type': type })).status).toBe(
        type === 'application/octet-stream' ? 200 : 409,
      );
  });

  it('refuses another tree of a size that it has cosigned, and keeps both notes as evidence', async () => {
    await askFor(5, 0);
    await askFor(9, 5);
    expect(await witnessFindings(server.running.instance)).toEqual([
      { ok: true, detail: 'none cosigns the log; this one cosigns 1 log of others', advice: null },
    ]);
    for (const [size, oldSize] of [
      [9, 9],
      [9, 5],
      [5, 5],
    ] as const) {
      const log = await exampleLog(size, 1);
      const noise = `— somebody ${Buffer.alloc(100).toString('base64')}\n`;
      const answer = await ask((await requestFor(log, oldSize)) + noise);
      expect(answer).toEqual(conflict(9));
    }
    const kept = await forks();
    expect(kept.map(({ size }) => size)).toEqual(['5', '9']);
    for (const { size, cosigned_note: one, refused_note: other } of kept) {
      expect(one).toBe((await exampleLog(Number(size))).checkpoint);
      expect(other).toBe((await exampleLog(Number(size), 1)).checkpoint);
    }
    expect(await witnessFindings(server.running.instance)).toEqual([
      {
        ok: false,
        detail: expect.stringMatching(
          /FORK: signed two different logs of the same size: example.com\/log at 9 entries, example.com\/log at 5 entries/,
        ),
        advice: expect.stringContaining('witnessed_forks'),
      },
    ]);
    const metrics = await scrape(server.running.metricsPort);
    expect(metrics.value('regrove_log_forks', { log: 'witnessed' })).toBe(2);
    expect(metrics.value('regrove_log_forks', { log: 'own' })).toBe(0);
  });

  it('logs a fork as an error, once', async () => {
    const { context } = server.running.instance;
    const errors: unknown[] = [];
    const log = { error: (facts: unknown) => errors.push(facts) } as unknown as Log;
    await askFor(5, 0);
    const body = Buffer.from(await requestFor(await exampleLog(5, 1), 5));
    for (let time = 0; time < 2; time++)
      expect(await addCheckpoint({ ...context, log }, body)).toEqual({ is: 'conflict', size: 5 });
    expect(errors).toEqual([{ origin, size: 5 }]);
  });

  it('keeps no more evidence of a log than is needed', async () => {
    await askFor(1, 0);
    await server.sql(
      `insert into witnessed_forks select $1, generate_series(1000, 1098), now(), 'one', 'other'`,
      [origin],
    );
    await askFor(2, 1);
    await askFor(1, 0, 1);
    await askFor(2, 1, 1);
    expect(await forks()).toHaveLength(100);
  });

  it('cosigns only one of two trees of the same size that arrive at once', async () => {
    await askFor(3, 0);
    for (let round = 0; round < 5; round++) {
      const [size, oldSize] = [4 + round, 3 + round];
      const stories = await Promise.all([exampleLog(size), forkedLog(size)]);
      const bodies = await Promise.all(stories.map((log) => requestFor(log, oldSize)));
      const answers = await Promise.all([...bodies, ...bodies].map(ask));
      const roots = answers.flatMap(({ status }, at) => (status === 200 ? [at % 2] : []));
      expect(new Set(roots).size).toBe(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(4 - roots.length);
      const [kept] = (await forks()).filter((fork) => fork.size === String(size));
      expect(kept?.cosigned_note).toBe(stories[roots[0] ?? 2]?.checkpoint);
      // Go on with the right one, whichever was cosigned.
      await server.sql('truncate witnessed_logs, witnessed_checkpoints');
      await forget();
      await askFor(size, 0);
    }
  });

  // The last one, as it leaves nothing for others.
  it('answers 429 to an address that asks too often', async () => {
    const statuses = new Set<number>();
    for (let asked = 0; asked < 121 && !statuses.has(429); asked++) statuses.add((await ask('')).status);
    expect([...statuses]).toEqual([400, 429]);
    expect((await ask('')).body).toMatch(/at most 120 per minute/);
  });
});
