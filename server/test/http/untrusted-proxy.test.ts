import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../../src/main/serve.js';
import { readConfig } from '../../src/platform/config/config.js';
import { createProxyWarnings } from '../../src/http/edge/untrusted-proxy.js';
import { userAgent } from '../support/api-client.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
});

/** A server of the same installation, and its warnings. */
async function serverTrusting(proxies: string): Promise<{ server: RunningServer; warnings: () => string[] }> {
  let log = '';
  const { config } = world.server.running.instance;
  const server = await startServer(
    readConfig({
      REGROVE_DATA_DIR: config.dataDir,
      REGROVE_DATABASE_URL: world.server.database.url,
      REGROVE_PORT: '0',
      REGROVE_HTTP_PORT: '0',
      REGROVE_TRUSTED_PROXIES: proxies,
    }),
    { runsJobs: false, logTo: { write: (line) => void (log += line) } },
  );
  const warnings = (): string[] =>
    log
      .split('\n')
      .filter(Boolean)
      .map((line): { level: number; msg: string } => JSON.parse(line))
      .filter(({ level }) => level === 40)
      .map(({ msg }) => msg);
  return { server, warnings };
}

const ask = async (server: RunningServer, path: string, headers: Record<string, string>) => {
  const answer = await request(`http://127.0.0.1:${server.httpPort}${path}`, {
    headers: { 'user-agent': userAgent, authorization: `Bearer ${world.channel.key}`, ...headers },
  });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
};

const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.7' };

describe('A proxy that is not in REGROVE_TRUSTED_PROXIES', () => {
  let server: RunningServer;
  let warnings: () => string[];
  beforeAll(async () => {
    ({ server, warnings } = await serverTrusting('10.9.8.7'));
  });
  afterAll(async () => {
    await server.stop();
  });

  it('is named in the log with the setting, once', async () => {
    await ask(server, '/v1/account', {});
    expect(warnings()).toEqual([]);
    for (let times = 0; times < 3; times++) await ask(server, '/v1/account', forwarded);
    expect(warnings()).toEqual([expect.stringMatching(/127\.0\.0\.1, .*REGROVE_TRUSTED_PROXIES/)]);
    expect(warnings().join()).not.toContain('192.0.2.7');
  });

  it('gets a 403 that says what the operator has to do', async () => {
    const helped = await ask(server, '/v1/account', forwarded);
    const body = JSON.parse(helped.text) as unknown;
    expectRefusal({ ...helped, body }, 403, /HTTPS.*REGROVE_TRUSTED_PROXIES/);
    expect(helped.text).not.toContain('127.0.0.1');
    expect(helped.text).not.toContain('10.9.8.7');
    const plain = await ask(server, '/v1/account', {});
    expectRefusal({ ...plain, body: JSON.parse(plain.text) }, 403, /HTTPS/);
    expect(plain.text).not.toContain('REGROVE_TRUSTED_PROXIES');
  });

  it('causes no redirect loop: people get an explanation instead of a redirect to the same URL', async () => {
    const page = await ask(server, '/certificates/none', forwarded);
    expect(page.status).toBe(403);
    expect(page.headers).not.toHaveProperty('location');
    expect(page.text).toContain('REGROVE_TRUSTED_PROXIES');
    expect((await ask(server, '/certificates/none', {})).status).toBe(308);
    expect((await ask(server, '/health/live', forwarded)).status).toBe(200);
  });
});

it('A trusted proxy is accepted without a warning', async () => {
  const { server, warnings } = await serverTrusting('127.0.0.0/8');
  expect((await ask(server, '/v1/account', forwarded)).status).toBe(200);
  const plain = await ask(server, '/v1/account', { ...forwarded, 'x-forwarded-proto': 'http' });
  expect(plain.status).toBe(403);
  expect(plain.text).not.toContain('REGROVE_TRUSTED_PROXIES');
  expect(warnings()).toEqual([]);
  await server.stop();
});

it('Clients that pretend to be proxies cannot fill the log, and a proxy is logged again the next day', () => {
  const told: string[] = [];
  let now = new Date('2026-05-01T10:00:00Z');
  const note = createProxyWarnings({ warn: (_, message) => void told.push(message) }, () => now);
  for (let host = 0; host < 1_000; host++) note(`198.51.${host >> 8}.${host & 255}`);
  expect(told).toHaveLength(100);
  now = new Date('2026-05-02T10:00:01Z');
  note('198.51.0.1');
  note('198.51.0.1');
  expect(told).toHaveLength(101);
});
