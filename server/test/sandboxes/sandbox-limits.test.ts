import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/features/keys/create-key.js';
import { openSandbox, type OpenSandbox } from '../../src/features/sandboxes/open-sandbox.js';
import { pdfsPerMinute } from '../../src/http/dashboard/dashboard-route.js';
import { apiClient, type ApiClient } from '../support/api-client.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { revision } from '../support/revision.js';
import { accountsOf, createSandbox, type TestSandbox } from '../support/sandboxes.js';
import { createAcceptedUser, signInVisitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let sandbox: TestSandbox;
beforeAll(async () => {
  world = await startWorld();
  sandbox = await createSandbox(world);
});
afterAll(() => world.stop());

const simulated = (devices: number) => ({
  type: 'simulated',
  external_id: `devices=${String(devices)},daily=1,seed=1`,
});

describe('A sandbox', () => {
  it('has at most 1,000 simulated devices, of all feeds together', async () => {
    const { api } = await createSandbox(world);
    // One of 20 devices is there from the start.
    const { body: feed } = await api.post('/feeds', simulated(480));
    expect(await api.post('/feeds', simulated(499))).toMatchObject({ status: 200 });
    const words = /at most 1000 simulated devices together, and would have 1001/;
    expectRefusal(await api.post('/feeds', simulated(2)), 400, words);
    expectRefusal(
      await api.patch(`/feeds/${feed.id}`, { external_id: simulated(482).external_id }),
      400,
      words,
    );
    expect(await api.post('/feeds', simulated(1))).toMatchObject({ status: 200 });
    expect((await api.get('/feeds')).body).toHaveLength(3);
    // Requests at the same time do not get past it.
    await api.delete(`/feeds/${feed.id}`);
    const answers = await Promise.all(Array.from({ length: 4 }, () => api.post('/feeds', simulated(240))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
    // Feeds that send their readings have none.
    expect(await api.post('/feeds', { type: 'fmaudit' })).toMatchObject({ status: 200 });
  });

  it('has at most 200 accounts', async () => {
    const full = await createSandbox(world);
    // Four are there from the start.
    for (let count = 5; count < 200; count++)
      await full.api.post('/accounts', { name: `Channel ${String(count)}` });
    expect(await full.api.post('/accounts', { name: 'The last' })).toMatchObject({ status: 200 });
    expectRefusal(await full.api.post('/accounts', { name: 'One more' }), 400, /at most 200 accounts/);
    expect(await world.distributor.api.post('/accounts', { name: 'Live' })).toMatchObject({ status: 200 });
  });

  it('is advanced by its root account only', async () => {
    const opened = await openSandbox(world.server.running.instance.context, sandbox.id);
    const { 'First customer': customer } = await accountsOf(sandbox);
    const { key } = await createKey((opened as OpenSandbox).context, customer.id, { name: null, revision });
    const to = { to: '2099-01-01T00:00:00Z' };
    const refused = await apiClient(world.server, key).post('/sandbox/advance', to);
    expectRefusal(refused, 403, /Only the root account of a sandbox can move its clock/);
    const tooFar = await sandbox.api.post(`/accounts/${String(customer.id)}/sandbox/advance`, to);
    expectRefusal(tooFar, 400, /at most 24 months/);
  });
});

describe('A forged key', () => {
  it('does not learn that a sandbox has expired, and counts as a failure', async () => {
    const closed = await createSandbox(world);
    await world.server.sql("update sandboxes set expires_at = now() - interval '1 day' where id = $1", [
      closed.id,
    ]);
    expectRefusal(await closed.api.get('/account'), 403, /expired/);
    const forged = closed.key.slice(0, -6) + (closed.key.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA');
    const api: ApiClient = apiClient(world.server, forged);
    expectRefusal(await api.get('/account'), 401, /not valid/);
    const statuses = new Set<number>();
    for (let count = 0; count < 60; count++) statuses.add((await api.get('/account')).status);
    expect([...statuses]).toEqual([401, 429]);
  });
});

describe('The list of sandboxes', () => {
  it('goes on where it was, even if that sandbox is deleted', async () => {
    const owner = await world.newAccount('distributor');
    await world.server.sql(
      `insert into sandboxes (id, owner_id, name, root_id, created_at, expires_at)
       select gen_random_uuid(), $1, number::text, gen_random_uuid(), now() - make_interval(hours => number), now() + interval '1 day'
       from generate_series(1, 6) number`,
      [owner.id],
    );
    const names = ({ body }: { body: { name: string }[] }) => body.map(({ name }) => name);
    const first = await owner.api.get('/sandboxes?limit=2');
    expect(names(first)).toEqual(['1', '2']);
    await owner.api.delete(`/sandboxes/${String(first.body[1].id)}`);
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(first.headers['link'])) ?? [];
    const { search } = new URL(next);
    expect(names(await owner.api.get(`/sandboxes${search}`))).toEqual(['3', '4']);
    expectRefusal(await owner.api.delete(`/sandboxes/${unknownId}`), 404);
  });
});

describe('Documents', () => {
  it('that are rendered in sandboxes count for their owner', async () => {
    const owner = await world.newAccount('distributor');
    const person = await signInVisitor(world.server, await createAcceptedUser(world.server, owner.account));
    const [one, other] = [await createSandbox(world, owner), await createSandbox(world, owner)];
    const statusIn = async ({ id, accountId }: TestSandbox): Promise<number> =>
      (
        await person.app(
          'GET',
          `/sandbox/${id}/app/accounts/${accountId}/invoices/${unknownId}/pdf?locale=en`,
        )
      ).status;
    for (let count = 0; count < pdfsPerMinute; count++) expect(await statusIn(one)).toBe(404);
    expect(await statusIn(one)).toBe(429);
    expect(await statusIn(other)).toBe(429);
  });
});
