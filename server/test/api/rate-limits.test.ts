import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/features/keys/create-key.js';
import { readConfig } from '../../src/platform/config/config.js';
import { apiClient, type Answer, type ApiClient } from '../support/api-client.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { signInVisitor, createInvitedUser } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const limit = 5;

let world: World;
beforeAll(async () => {
  world = await startWorld({ REGROVE_RATE_LIMIT: String(limit) });
});
afterAll(() => world.stop());

const useUp = async ({ api }: TestAccount): Promise<void> => {
  for (let i = 0; i < limit; i++) expect((await api.get('/account')).status).toBe(200);
};

describe('The rate limit', () => {
  it('refuses requests above it with a 429 that says when to retry', async () => {
    const member = await world.newAccount('customer', world.channel);
    await useUp(member);
    const refused = await member.api.get('/account');
    expectRefusal(refused, 429, /5 requests per minute/);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.headers['ratelimit-remaining']).toBe('0');
  });

  it('changes nothing when it refuses a request', async () => {
    const member = await world.newAccount('customer', world.channel);
    await useUp(member);
    expectRefusal(await member.api.post('/deposits', { pages: 1 }), 429);
    expect(await world.server.sql('select from deposits where account_id = $1', [member.id])).toEqual([]);
  });

  it('returns the remaining requests in the headers of every response', async () => {
    const { api } = await world.newAccount('customer', world.channel);
    const answers = [
      await api.get('/account'),
      await api.get(`/deposits/${unknownId}`),
      await api.post('/deposits', { pages: 'x' }),
      await api.get('/no/such/path'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 404]);
    expect(answers.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['4', '3', '2', '1']);
    for (const { headers } of answers) {
      expect(headers['ratelimit-limit']).toBe(String(limit));
      expect(Number(headers['ratelimit-reset'])).toBeGreaterThanOrEqual(1);
      expect(Number(headers['ratelimit-reset'])).toBeLessThanOrEqual(60);
    }
  });

  it('is per key: another key, of this or another account, is not affected', async () => {
    const member = await world.newAccount('customer', world.channel);
    const neighbour = await world.newAccount('customer', world.channel);
    const { context } = world.server.running.instance;
    const second = await createKey(context, member.account.id, { name: 'second', revision: '1.6.6' });
    await useUp(member);
    expectRefusal(await member.api.get('/account'), 429);
    expect((await neighbour.api.get('/account')).status).toBe(200);
    expect((await apiClient(world.server, second.key).get('/account')).status).toBe(200);
  });

  it('counts concurrent requests of a key exactly', async () => {
    const { api } = await world.newAccount('customer', world.channel);
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.get('/account')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - limit);
  });
});

describe('The rate limit of an account', () => {
  const ofAccount = 8;
  let shared: World;
  beforeAll(async () => {
    shared = await startWorld({
      REGROVE_RATE_LIMIT: String(limit),
      REGROVE_ACCOUNT_RATE_LIMIT: String(ofAccount),
    });
  });
  afterAll(() => shared.stop());

  const anotherKey = async ({ account }: TestAccount): Promise<ApiClient> => {
    const { context } = shared.server.running.instance;
    return apiClient(
      shared.server,
      (await createKey(context, account.id, { name: 'more', revision: '1.6.6' })).key,
    );
  };
  const told = ({ status, headers }: Answer) => [
    status,
    headers['ratelimit-limit'],
    headers['ratelimit-remaining'],
  ];

  it('counts all of its keys together; headers report the limit that is reached first', async () => {
    const member = await shared.newAccount('customer', shared.channel);
    const second = await anotherKey(member);
    const answers: Answer[] = [];
    for (const api of [
      member.api,
      member.api,
      member.api,
      member.api,
      second,
      second,
      second,
      second,
      second,
    ])
      answers.push(await api.get('/account'));
    expect(answers.map(told)).toEqual([
      [200, '5', '4'],
      [200, '5', '3'],
      [200, '5', '2'],
      [200, '5', '1'],
      [200, '8', '3'],
      [200, '8', '2'],
      [200, '8', '1'],
      [200, '8', '0'],
      [429, '8', '0'],
    ]);
    const refused = answers.at(-1) as Answer;
    expectRefusal(refused, 429, /8 requests of an account per minute/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    // Neither a new key nor a signed-in user raises the limit.
    expectRefusal(await (await anotherKey(member)).get('/account'), 429);
    const person = await signInVisitor(shared.server, await createInvitedUser(shared.server, member.account));
    expect((await person.get('/app/session')).status).toBe(429);
    for (const { api } of [shared.channel, await shared.newAccount('customer', shared.channel)])
      expect((await api.get('/account')).status).toBe(200);
  });

  it("does not count requests that a key's own limit refused, so other keys are not affected", async () => {
    const member = await shared.newAccount();
    await useUp(member);
    for (let i = 0; i < 2 * ofAccount; i++)
      expectRefusal(await member.api.get('/account'), 429, /5 requests per minute/);
    const second = await anotherKey(member);
    expect(told(await second.get('/account'))).toEqual([200, '8', '2']);
  });

  it('is five times that of a key by default, and unlimited when set to 0', () => {
    expect(readConfig({}).accountRateLimit).toBe(3_000);
    expect(readConfig({ REGROVE_RATE_LIMIT: '10' }).accountRateLimit).toBe(50);
    expect(readConfig({ REGROVE_RATE_LIMIT: '0' }).accountRateLimit).toBe(0);
    expect(readConfig({ REGROVE_ACCOUNT_RATE_LIMIT: '0' }).accountRateLimit).toBe(0);
  });
});

describe('A rate limit of 0', () => {
  it('means no limit', async () => {
    const unlimited = await startWorld({ REGROVE_RATE_LIMIT: '0' });
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => unlimited.channel.api.get('/account')),
    );
    await unlimited.stop();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.headers['ratelimit-limit']).toBeUndefined();
  });
});
