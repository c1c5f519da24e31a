import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeAnyKey } from '../../src/features/keys/revoke-key.js';
import { apiClient, userAgent, type Answer } from '../support/api-client.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const unknownKey = `rg_${'A'.repeat(54)}`;

const authorized = (authorization: string | undefined): Promise<Answer> =>
  apiClient(world.server).get('/account', { headers: { authorization } });

describe('The API key', () => {
  it.each([
    [
      'the username of Basic authentication, with an empty password',
      (key: string) => `Basic ${base64(`${key}:`)}`,
    ],
    ['the username of Basic authentication, without a colon', (key: string) => `Basic ${base64(key)}`],
    ['a Bearer token', (key: string) => `Bearer ${key}`],
    ['a scheme in any case', (key: string) => `bASIC ${base64(`${key}:`)}`],
  ])('is accepted as %s', async (_, header) => {
    const { status, body } = await authorized(header(world.channel.key));
    expect([status, body.id]).toEqual([200, world.channel.id]);
  });

  it.each([
    ['no Authorization header', undefined],
    ['an empty Authorization header', ''],
    ['Basic without credentials', 'Basic'],
    ['Basic with text that is not base64', 'Basic ???'],
    ['Basic with an empty username', `Basic ${base64(':')}`],
    ['Basic with bytes that are not text', `Basic ${Buffer.from([0xff, 0x00, 0xfe]).toString('base64')}`],
    ['Bearer without a token', 'Bearer '],
    ['another scheme', 'Digest username="x"'],
    ['a bare key without a scheme', unknownKey],
    ['an unknown key', `Basic ${base64(`${unknownKey}:`)}`],
    ['an unknown key as a Bearer token', `Bearer ${unknownKey}`],
    ['a key that is too long', `Bearer ${'k'.repeat(8000)}`],
  ])('is required: %s returns 401', async (_, header) => {
    expectRefusal(await authorized(header), 401);
  });

  it('must match to its last character', async () => {
    const { key } = world.channel;
    const last = key.endsWith('A') ? 'B' : 'A';
    expectRefusal(await authorized(`Bearer ${key.slice(0, -1)}${last}`), 401);
  });

  it('is not valid with the id of another account', async () => {
    // The first part of a key is the id of its account, the rest is the secret.
    const forged = world.stranger.key.slice(0, 25) + world.channel.key.slice(25);
    expectRefusal(await authorized(`Bearer ${forged}`), 401);
  });

  it("is no longer valid once it is revoked, while the account's other keys still are", async () => {
    const member = await world.newAccount('customer', world.channel);
    const { context } = world.server.running.instance;
    expect((await member.api.get('/account')).status).toBe(200);
    await revokeAnyKey(context, member.keyId);
    expectRefusal(await member.api.get('/account'), 401);
    expect((await world.channel.api.get('/account')).status).toBe(200);
  });

  it('gets the same response whether it is unknown or revoked', async () => {
    const member = await world.newAccount();
    const { context } = world.server.running.instance;
    await revokeAnyKey(context, member.keyId);
    const revoked = await member.api.get('/account');
    expect(revoked.body).toEqual((await authorized(`Bearer ${unknownKey}`)).body);
  });

  it('is stored only as a hash', async () => {
    const rows = await world.server.sql<{ row: string }>('select api_keys::text as row from api_keys');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of [world.distributor, world.channel, world.customer]) {
      const secret = Buffer.from(key.slice(3), 'base64url').subarray(16);
      for (const { row } of rows) {
        expect(row).not.toContain(key.slice(-32));
        expect(row).not.toContain(secret.toString('hex'));
      }
    }
  });
});

describe('Plain HTTP', () => {
  const plain = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request(world.server.plainUrl + path, {
      headers: { 'user-agent': userAgent, ...headers },
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };

  it.each(['/account', '', '/', '/no/such/path', '/account?x=1', '/%zz', '/accounts/%00'])(
    'is refused with a JSON 403 and never redirected: /v1%s',
    async (path) => {
      const { status, headers, text } = await plain(path, { authorization: `Bearer ${world.channel.key}` });
      expectRefusal({ status, headers, body: JSON.parse(text) }, 403, /HTTPS/);
      expect(headers['location']).toBeUndefined();
    },
  );

  it('is refused before the key is checked', async () => {
    expect((await plain('/account')).status).toBe(403);
    expect((await plain('/account', { authorization: `Bearer ${unknownKey}` })).status).toBe(403);
  });

  it('is not treated as HTTPS because of a header from an untrusted address', async () => {
    const { status } = await plain('/account', {
      authorization: `Bearer ${world.channel.key}`,
      'x-forwarded-proto': 'https',
    });
    expect(status).toBe(403);
  });
});

describe('X-Forwarded-Proto', () => {
  it('is ignored on the HTTPS port when it comes from an untrusted address', async () => {
    const { status } = await world.channel.api.get('/account', { headers: { 'x-forwarded-proto': 'http' } });
    expect(status).toBe(200);
  });
});
