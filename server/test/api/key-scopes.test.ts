import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFeedKey } from '../../src/features/feeds/create-feed-key.js';
import { routes } from '../../src/http/routes/index.js';
import { newId } from '../../src/platform/ids.js';
import { apiClient, type ApiClient } from '../support/api-client.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { createResources, pathTo, requiredQuery, type Resources } from '../support/resources.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let resources: Resources;
let feedId: string;
let scoped: ApiClient;
beforeAll(async () => {
  world = await startWorld();
  resources = await createResources(world, world.channel);
  feedId = resources['/feeds'] ?? '';
  scoped = await clientFor(world.channel, feedId);
});
afterAll(() => world.stop());

const keyFor = ({ account }: TestAccount, feed: string, revision = '1.6.6') =>
  createFeedKey(world.server.running.instance.context, account.id, feed, { name: null, revision });
const clientFor = async (member: TestAccount, feed: string): Promise<ApiClient> =>
  apiClient(world.server, (await keyFor(member, feed)).key);

const reading = (device: string, total: number) => ({ readings: [{ device, total }] });
const refusal = /This key can do nothing but send readings to the feed/;
const readingsPath = '/feeds/:id/readings';
const others = routes.filter(({ scopes = [] }) => !scopes.includes('readings'));

describe('A key for the readings of a feed', () => {
  it('is for exactly these routes', () => {
    const open = routes.filter((route) => !others.includes(route));
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST ${readingsPath}`,
      'POST /feeds/:id/agents/report',
    ]);
  });

  it('says by its beginning that it is limited, so that versions without scopes refuse it', async () => {
    const { key, scope, scopeFeedId } = await keyFor(world.channel, feedId);
    expect(key).toMatch(/^rg_scoped_/);
    expect([scope, scopeFeedId]).toEqual(['readings', feedId]);
  });

  it.each(['', 'below its own account', 'as Bearer'])('sends readings: %s', async (how) => {
    const prefix = how.startsWith('below') ? `/accounts/${world.channel.id.toUpperCase()}` : '';
    const { key } = await keyFor(world.channel, feedId);
    const authorization = how === 'as Bearer' ? { authorization: `Bearer ${key}` } : {};
    const answer = await apiClient(world.server, key).post(
      `${prefix}/feeds/${feedId}/readings`,
      reading(`way ${how}`, 100),
      { headers: authorization },
    );
    expect(answer).toMatchObject({ status: 200, body: { devices: 1 } });
  });

  it.each(others)('is refused $method $path', async ({ method, path }) => {
    for (const prefix of ['', `/accounts/${world.channel.id}`, `/accounts/${world.customer.id}`]) {
      const url = `${prefix}${pathTo(path, resources)}${requiredQuery(path)}`;
      const answer = await scoped.call(method, url, method === 'GET' ? {} : { body: {} });
      expectRefusal(answer, 403, refusal);
    }
  });

  it('is refused for other feeds, accounts below, unknown ids and paths', async () => {
    const { body: other } = await world.channel.api.post('/feeds', { type: 'fmaudit' });
    const { body: below } = await world.customer.api.post('/feeds', { type: 'fmaudit' });
    for (const path of [
      `/feeds/${other.id}/readings`,
      `/feeds/${unknownId}/readings`,
      `/feeds/x/readings`,
      `/feeds/__proto__/readings`,
      `/accounts/${world.customer.id}/feeds/${below.id}/readings`,
      `/accounts/${world.customer.id}/feeds/${feedId}/readings`,
      `/accounts/${world.stranger.id}/feeds/${feedId}/readings`,
      `/accounts/${unknownId}/feeds/${feedId}/readings`,
      '/no/such/path',
    ])
      expectRefusal(await scoped.post(path, reading('elsewhere', 1)), 403, refusal);
  });

  it.each(['1.6.6', '1.6.3'])('is refused in revision %s, too', async (revision) => {
    const { key } = await keyFor(world.channel, feedId, revision);
    const client = apiClient(world.server, key);
    const headers = { 'api-revision': revision };
    expectRefusal(await client.get('/account', { headers }), 403, refusal);
    expect(await client.post(`/feeds/${feedId}/readings`, reading(revision, 1), { headers })).toMatchObject({
      status: 200,
    });
  });

  it('sees no stored response of another key', async () => {
    const headers = { 'idempotency-key': newId() };
    const path = '/deposits';
    expect((await world.channel.api.post(path, { pages: 5 }, { headers })).status).toBe(200);
    expectRefusal(await scoped.post(path, { pages: 5 }, { headers }), 403, refusal);
  });

  it('is revoked together with the feed, even for repeats of what it did', async () => {
    const { body: feed } = await world.channel.api.post('/feeds', { type: 'fmaudit' });
    const { id, key } = await keyFor(world.channel, feed.id);
    const client = apiClient(world.server, key);
    const headers = { 'idempotency-key': newId() };
    const send = () => client.post(`/feeds/${feed.id}/readings`, reading('gone', 1), { headers });
    expect((await send()).status).toBe(200);
    expect((await world.channel.api.delete(`/feeds/${feed.id}`)).status).toBe(200);
    expectRefusal(await send(), 401);
    const trail = await world.server.sql(
      `select action from audit_entries where subject_id = $1 order by at, id`,
      [id],
    );
    expect(trail).toEqual([{ action: 'key.create' }, { action: 'key.revoke' }]);
    // A key of another feed stays.
    expect((await scoped.post(`/feeds/${feedId}/readings`, reading('stays', 1))).status).toBe(200);
  });

  it('is not made for a feed of another account, or one that is read from here', async () => {
    await expect(keyFor(world.stranger, feedId)).rejects.toThrow('There is no such feed');
    await expect(keyFor(world.channel, unknownId)).rejects.toThrow('There is no such feed');
    const { body: server } = await world.channel.api.post('/servers', {
      type: 'ipp',
      url: 'ipp://127.0.0.1:9/ipp/print',
      username: 'admin',
    });
    const { body: read } = await world.channel.api.post('/feeds', { type: 'ipp', server_id: server.id });
    await expect(keyFor(world.channel, read.id)).rejects.toThrow(/do not accept readings/);
  });
});
