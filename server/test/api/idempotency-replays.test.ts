import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Json } from '../support/api-client.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

interface Replayed {
  /** The request that is sent twice. */
  readonly send: (headers: Record<string, string>) => Promise<Answer>;
  /** What happens in between. */
  readonly meanwhile: () => Promise<unknown>;
}

const cases: Record<string, (member: TestAccount) => Promise<Replayed>> = {
  'the feed in its path was deleted': async ({ api }) => {
    const id = await made(api.post('/feeds', { type: 'fmaudit' }));
    return {
      send: (headers) => api.post(`/feeds/${id}/deactivate`, undefined, { headers }),
      meanwhile: () => api.delete(`/feeds/${id}`),
    };
  },
  'the feed that took its readings was deleted': async ({ api }) => {
    const id = await made(api.post('/feeds', { type: 'fmaudit' }));
    const readings = [{ device: 'A', total: 5 }];
    return {
      send: (headers) => api.post(`/feeds/${id}/readings`, { readings }, { headers }),
      meanwhile: () => api.delete(`/feeds/${id}`),
    };
  },
  'the server that it names was deleted, with the feed that it made': async ({ api }) => {
    const server = { type: 'fmaudit', url: 'https://print.example.com', username: 'u' };
    const id = await made(api.post('/servers', server));
    return {
      send: (headers) => api.post('/feeds', { type: 'fmaudit', server_id: id }, { headers }),
      meanwhile: async () => {
        const [feed] = (await api.get('/feeds')).body as Json[];
        await ok(api.delete(`/feeds/${feed.id}`));
        await ok(api.delete(`/servers/${id}`));
      },
    };
  },
  'the quote that it names was deleted': async ({ api }) => {
    const quote = { project_id: world.projects.forest, items: [{ quantity: 5 }] };
    const id = await made(api.post('/quotes', quote));
    return {
      send: (headers) => api.post('/biomass/offsets', { quote_id: id }, { headers }),
      meanwhile: async () => {
        const [offset] = (await api.get('/biomass/offsets')).body as Json[];
        await ok(api.delete(`/biomass/offsets/${offset.id}`));
        await ok(api.delete(`/quotes/${id}`));
      },
    };
  },
  'the account was deactivated': ({ id, api }) =>
    Promise.resolve({
      send: (headers) => api.post('/deposits', { pages: 5 }, { headers }),
      meanwhile: () => ok(world.channel.api.post(`/accounts/${id}/deactivate`)),
    }),
};

const ok = async (answer: Promise<Answer>): Promise<Answer> => {
  expect((await answer).status).toBe(200);
  return answer;
};
const made = async (answer: Promise<Answer>): Promise<string> => String((await ok(answer)).body.id);

describe('A replay with an Idempotency-Key gets the stored response', () => {
  it.each(Object.keys(cases))('even though %s', async (name) => {
    const prepare = cases[name] as (member: TestAccount) => Promise<Replayed>;
    const { send, meanwhile } = await prepare(await world.newAccount('customer', world.channel));
    const headers = { 'idempotency-key': name };
    const first = await ok(send(headers));
    await meanwhile();
    const second = await send(headers);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect((await send({ 'idempotency-key': `${name}, anew` })).status).not.toBe(200);
  });

  it('even if its query is invalid', async () => {
    const { api } = await world.newAccount();
    const headers = { 'idempotency-key': 'query' };
    const { body } = await ok(api.post('/deposits', { pages: 5 }, { headers }));
    expect((await api.post('/deposits?nonsense=1', { pages: 5 }, { headers })).body).toEqual(body);
  });

  it('regardless of the case of the ids in its path and body', async () => {
    const member = await world.newAccount('customer', world.channel);
    const headers = { 'idempotency-key': 'capitals' };
    const create = (write: (id: string) => string): Promise<Answer> =>
      world.channel.api.post(
        `/accounts/${write(member.id)}/biomass/offsets`,
        { pages: 5, project_id: write(world.projects.forest) },
        { headers },
      );
    const { body } = await ok(create((id) => id));
    expect((await create((id) => id.toUpperCase())).body).toEqual(body);
    expect((await member.api.get('/biomass/offsets')).body).toHaveLength(1);
  });
});

describe('A replay is still refused', () => {
  it('with a different body, even after the resource in its path is gone', async () => {
    const { api } = await world.newAccount();
    const id = await made(api.post('/feeds', { type: 'fmaudit' }));
    const headers = { 'idempotency-key': 'another body' };
    const push = (total: number): Promise<Answer> =>
      api.post(`/feeds/${id}/readings`, { readings: [{ device: 'A', total }] }, { headers });
    await ok(push(5));
    await ok(api.delete(`/feeds/${id}`));
    expectRefusal(await push(6), 400, /Idempotency-Key/);
  });

  it('with a revoked key, an unknown revision or no User-Agent', async () => {
    const member = await world.newAccount();
    const headers = { 'idempotency-key': 'checks' };
    const send = (more: Record<string, string | undefined> = {}): Promise<Answer> =>
      member.api.post(
        '/deposits',
        { pages: 5 },
        { headers: { ...headers, 'api-revision': '1.6.6', ...more } },
      );
    await ok(send());
    expectRefusal(await send({ 'user-agent': 'curl/8' }), 403, /User-Agent/);
    await world.server.sql('delete from api_keys where account_id = $1', [member.id]);
    expectRefusal(await send(), 401);
  });

  it('after a day', async () => {
    const { api } = await world.newAccount();
    const id = await made(api.post('/feeds', { type: 'fmaudit' }));
    const headers = { 'idempotency-key': 'a day' };
    const send = (): Promise<Answer> => api.post(`/feeds/${id}/deactivate`, undefined, { headers });
    world.server.setNow('2026-05-01T12:00:00Z');
    await ok(send());
    await ok(api.delete(`/feeds/${id}`));
    world.server.setNow('2026-05-02T11:59:59Z');
    await ok(send());
    world.server.setNow('2026-05-02T12:00:01Z');
    expectRefusal(await send(), 404);
    world.server.setNow(undefined);
  });
});
