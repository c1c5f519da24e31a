import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, userAgent, type Answer } from '../support/api-client.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
/** Trusts a proxy other than these tests. */
let elsewhere: World;
beforeAll(async () => {
  world = await startWorld({ REGROVE_TRUSTED_PROXIES: '127.0.0.1' });
  elsewhere = await startWorld({ REGROVE_TRUSTED_PROXIES: '192.0.2.77,198.51.100.0/24' });
});
afterAll(() => Promise.all([world.stop(), elsewhere.stop()]));

async function viaPlainPort(headers: Record<string, string>, { server, channel } = world): Promise<Answer> {
  const answer = await request(`${server.plainUrl}/account`, {
    headers: { 'user-agent': userAgent, authorization: `Bearer ${channel.key}`, ...headers },
  });
  return { status: answer.statusCode, headers: answer.headers, body: await answer.body.json() };
}

describe('Behind a trusted proxy, X-Forwarded-Proto decides', () => {
  it('on the plain port: https is served, http is refused', async () => {
    expect((await viaPlainPort({ 'x-forwarded-proto': 'https' })).status).toBe(200);
    expectRefusal(await viaPlainPort({ 'x-forwarded-proto': 'http' }), 403, /HTTPS/);
  });

  it('on the HTTPS port: http is refused, https is served', async () => {
    const { api } = world.channel;
    expectRefusal(await api.get('/account', { headers: { 'x-forwarded-proto': 'http' } }), 403, /HTTPS/);
    expect((await api.get('/account', { headers: { 'x-forwarded-proto': 'https' } })).status).toBe(200);
  });

  it('and without it, the port decides', async () => {
    expectRefusal(await viaPlainPort({}), 403, /HTTPS/);
    expect((await world.channel.api.get('/account')).status).toBe(200);
  });
});

describe('Headers from an untrusted address are ignored', () => {
  it('X-Forwarded-Proto, on both ports', async () => {
    expectRefusal(await viaPlainPort({ 'x-forwarded-proto': 'https' }, elsewhere), 403, /HTTPS/);
    const headers = { 'x-forwarded-proto': 'http' };
    expect((await elsewhere.channel.api.get('/account', { headers })).status).toBe(200);
  });

  it('X-Forwarded-For: failed authentications count for the untrusted address itself', async () => {
    for (let i = 0; i < 60; i++) {
      expect((await failFrom(`203.0.113.${String(i)}`, elsewhere)).status).toBe(401);
    }
    expectRefusal(await failFrom('203.0.113.61', elsewhere), 429);
  });
});

const failFrom = (address: string, { server } = world): Promise<Answer> =>
  apiClient(server).get('/account', {
    headers: { authorization: 'Bearer wrong', 'x-forwarded-for': address },
  });

describe('Failed authentications', () => {
  it('are limited to 60 per minute and address, even if requests are not limited', async () => {
    const first = await Promise.all(Array.from({ length: 60 }, () => failFrom('192.0.2.1')));
    expect(first.map(({ status }) => status)).toEqual(first.map(() => 401));
    const refused = await failFrom('192.0.2.1');
    expectRefusal(refused, 429, /authentication/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('from one address do not count for another', async () => {
    await Promise.all(Array.from({ length: 61 }, () => failFrom('192.0.2.2')));
    expect((await failFrom('192.0.2.2')).status).toBe(429);
    expect((await failFrom('192.0.2.3')).status).toBe(401);
  });

  it('do not block a valid key at the same address', async () => {
    await Promise.all(Array.from({ length: 61 }, () => failFrom('192.0.2.4')));
    const { status } = await world.channel.api.get('/account', {
      headers: { 'x-forwarded-for': '192.0.2.4' },
    });
    expect(status).toBe(200);
  });

  it('are limited the same way with Basic authentication', async () => {
    const { url, agent } = world.server;
    const failing = apiClient({ url, agent }, 'wrong');
    const headers = { 'x-forwarded-for': '192.0.2.5' };
    await Promise.all(Array.from({ length: 60 }, () => failing.get('/account', { headers })));
    expectRefusal(await failing.get('/account', { headers }), 429);
  });
});
