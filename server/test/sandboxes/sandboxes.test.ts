import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../src/features/accounts/account.js';
import { createKey } from '../../src/features/keys/create-key.js';
import { findPicture } from '../../src/features/projects/project-picture-store.js';
import { openSandbox } from '../../src/features/sandboxes/open-sandbox.js';
import { apiClient } from '../support/api-client.js';
import { auditTrail } from '../support/audit-trail.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { revision } from '../support/revision.js';
import type { Database } from '../../src/database/database.js';
import { accountsOf, createSandbox, schemaOf, type TestSandbox } from '../support/sandboxes.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let sandbox: TestSandbox;
beforeAll(async () => {
  world = await startWorld();
  sandbox = await createSandbox(world, world.distributor, { name: 'Trial' });
});
afterAll(() => world.stop());

const { entriesAfter } = auditTrail(() => world);

/** A key of an account in the sandbox. */
async function keyOf(accountId: Account['id']): Promise<string> {
  const opened = await openSandbox(world.server.running.instance.context, sandbox.id);
  if (!opened) throw new Error('no sandbox');
  const { key } = await createKey(opened.context, accountId, { name: null, revision });
  return key;
}

describe('A new sandbox', () => {
  it('is returned with a key of its own, which is shown this once', async () => {
    const { body } = await world.stranger.api.post('/sandboxes', {});
    expect(body).toEqual({
      id: expect.any(String),
      account_id: expect.any(String),
      key: expect.stringMatching(/^rg_test_[\w-]{75}$/),
      now: expect.any(String),
      expires_at: expect.any(String),
    });
    const days = (Date.parse(body.expires_at) - Date.parse(body.now)) / 86_400_000;
    expect(days).toBe(30);
    const [listed] = (await world.stranger.api.get('/sandboxes')).body;
    expect(listed).toEqual({
      id: body.id,
      account_id: body.account_id,
      name: 'Sandbox',
      created_at: body.now,
      expires_at: body.expires_at,
      deletes_at: expect.any(String),
    });
    expect((Date.parse(listed.deletes_at) - Date.parse(listed.expires_at)) / 86_400_000).toBe(7);
    await world.stranger.api.delete(`/sandboxes/${body.id}`);
  });

  it('has projects, credits, a methodology, two customers and a feed', async () => {
    const { api } = sandbox;
    expect((await api.get('/account')).body).toMatchObject({ id: sandbox.accountId, name: 'Trial' });
    const live = (await world.distributor.api.get('/forestry/projects')).body;
    expect((await api.get('/forestry/projects')).body).toEqual(live);
    expect((await api.get('/carbon/projects')).body).toEqual(
      (await world.distributor.api.get('/carbon/projects')).body,
    );
    const accounts = await accountsOf(sandbox);
    expect(Object.keys(accounts)).toEqual(['Channel', 'First customer', 'Second customer']);
    const feeds = (await api.get(`/accounts/${accounts['First customer'].id}/feeds`)).body;
    expect(feeds).toMatchObject([
      { type: 'simulated', external_id: 'devices=20,daily=500,seed=7', status: 'active' },
    ]);
    const order = {
      items: [{ quantity: 1000 }],
      carbon_project_settings: [{ project_id: world.carbon.stoves }],
    };
    const { id } = (await api.post('/orders', order)).body;
    expect((await api.patch(`/orders/${id}/place`)).body.carbon_offset_ids).toHaveLength(1);
  });

  it('shows the pictures of projects, without copies of them', async () => {
    const { server, stranger, projects } = world;
    await server.sql(
      "insert into project_pictures (project_id, media_type, bytes, print, updated_at) values ($1, 'image/png', 'screen', 'print', now())",
      [projects.forest],
    );
    const other = await createSandbox(world, stranger);
    const [copy] = await server.sql(
      `select length(bytes) + length(print) as bytes from ${schemaOf(other)}.project_pictures`,
    );
    expect(copy).toEqual({ bytes: 0 });
    const opened = await openSandbox(server.running.instance.context, other.id);
    const db = opened?.context.db as Database;
    expect(await findPicture(db, projects.forest)).toMatchObject({
      mediaType: 'image/png',
      bytes: Buffer.from('screen'),
      print: Buffer.from('print'),
    });
    await stranger.api.delete(`/sandboxes/${other.id}`);
    await server.sql('delete from project_pictures');
  });

  it('copies every column of the catalogue', async () => {
    for (const table of ['forestry_projects', 'carbon_projects', 'methodologies']) {
      const rows = (schema: string) =>
        world.server.sql(
          `select to_jsonb(t) - 'completed_by_capacity' as row from ${schema}.${table} t order by 1`,
        );
      expect([table, await rows(`sandbox_${sandbox.id.replaceAll('-', '')}`)]).toEqual([
        table,
        await rows('public'),
      ]);
    }
  });

  it('is recorded in the trail of its owner', async () => {
    const entries = await entriesAfter(async () => {
      const other = await createSandbox(world);
      expectRefusal(await world.stranger.api.delete(`/sandboxes/${other.id}`), 404, /no such sandbox/);
      await world.distributor.api.delete(`/sandboxes/${other.id}`);
    });
    expect(entries.map(({ action, accountId }) => [action, accountId]).sort()).toEqual([
      ['sandbox.create', world.distributor.id],
      ['sandbox.delete', world.distributor.id],
    ]);
  });

  it('refuses a name that is not a line of text', async () => {
    expectRefusal(await world.distributor.api.post('/sandboxes', { name: 'a\nb' }), 400, /name/);
    expectRefusal(await world.distributor.api.post('/sandboxes', { name: 'x'.repeat(256) }), 400, /name/);
    expectRefusal(await world.distributor.api.post('/sandboxes', { days: 400 }), 400, /days/);
  });
});

describe('Only a root account', () => {
  it('has sandboxes', async () => {
    const { channel, distributor } = world;
    for (const path of ['/sandboxes', `/accounts/${channel.id}/sandboxes`]) {
      const api = path === '/sandboxes' ? channel.api : distributor.api;
      expectRefusal(await api.get(path), 403, /Only a root account/);
      expectRefusal(await api.post(path, {}), 403, /Only a root account/);
      expectRefusal(await api.delete(`${path}/${sandbox.id}`), 404);
    }
    expect((await distributor.api.get(`/accounts/${distributor.id}/sandboxes`)).body).toMatchObject([
      { id: sandbox.id },
    ]);
  });

  it('sees its own only', async () => {
    expect((await world.stranger.api.get('/sandboxes')).body).toEqual([]);
    expectRefusal(await world.stranger.api.delete(`/sandboxes/${sandbox.id}`), 404, /no such sandbox/);
    expectRefusal(await world.distributor.api.delete(`/sandboxes/${unknownId}`), 404, /no such sandbox/);
  });

  it('has at most 20', async () => {
    const full = await world.newAccount('distributor');
    await world.server.sql(
      `insert into sandboxes (id, owner_id, name, root_id, created_at, expires_at)
       select gen_random_uuid(), $1, 'Full', gen_random_uuid(), now(), now() + interval '1 day' from generate_series(1, 20)`,
      [full.id],
    );
    expectRefusal(await full.api.post('/sandboxes', {}), 400, /at most 20 sandboxes: delete one first/);
    expect((await full.api.get('/sandboxes')).body).toHaveLength(20);
    expect((await full.api.get('/sandboxes?limit=7')).body).toHaveLength(7);
    await world.server.sql('delete from sandboxes where owner_id = $1', [full.id]);
  });

  it('shares the room of an installation: at most 500', async () => {
    const schemas = (): Promise<object[]> =>
      world.server.sql("select nspname from pg_namespace where nspname like 'sandbox%' order by 1");
    const before = await schemas();
    await world.server.sql(
      `insert into sandboxes (id, name, root_id, created_at, expires_at)
       select gen_random_uuid(), 'Room', gen_random_uuid(), now(), now() + interval '1 day' from generate_series(1, 500)`,
    );
    expectRefusal(await world.stranger.api.post('/sandboxes', {}), 400, /500 sandboxes already/);
    expect(await schemas()).toEqual(before);
    await world.server.sql("delete from sandboxes where name = 'Room'");
  });
});

describe('Keys', () => {
  it('of live accounts do not work in a sandbox', async () => {
    const { api } = world.distributor;
    expectRefusal(await api.get('/sandbox'), 400, /not a sandbox: use the key of one/);
    expectRefusal(await api.get('/sandbox/mails'), 400, /not a sandbox/);
    expectRefusal(await api.post('/sandbox/advance', { to: '2099-01-01' }), 400, /not a sandbox/);
    expectRefusal(await api.get(`/accounts/${sandbox.accountId}/account`), 404, /no such account/);
  });

  it('of a sandbox see nothing live, and nothing of another sandbox', async () => {
    const other = await createSandbox(world);
    for (const id of [world.distributor.id, world.channel.id, other.accountId])
      expectRefusal(await sandbox.api.get(`/accounts/${id}/deposits`), 404, /no such account/);
    const mixed = other.key.slice(0, 30) + sandbox.key.slice(30);
    expectRefusal(await apiClient(world.server, mixed).get('/account'), 401);
    await world.distributor.api.delete(`/sandboxes/${other.id}`);
    expectRefusal(await other.api.get('/account'), 401, /not valid/);
  });

  it('of a sandbox cannot list, create or delete sandboxes', async () => {
    const words = /A sandbox cannot have sandboxes: use a live key/;
    expectRefusal(await sandbox.api.get('/sandboxes'), 403, words);
    expectRefusal(await sandbox.api.post('/sandboxes', {}), 403, words);
    expectRefusal(await sandbox.api.delete(`/sandboxes/${sandbox.id}`), 403, words);
  });

  it('of an account below see the clock, but not the mails of others', async () => {
    const { 'First customer': customer } = await accountsOf(sandbox);
    const key = await keyOf(customer.id);
    expect(key).toMatch(/^rg_test_/);
    const api = apiClient(world.server, key);
    expect((await api.get('/account')).body).toMatchObject({ id: customer.id });
    expect((await api.get('/sandbox')).body).toEqual((await sandbox.api.get('/sandbox')).body);
    expectRefusal(await api.get('/sandbox/mails'), 403, /Only the root account of a sandbox/);
    expectRefusal(await api.get(`/accounts/${sandbox.accountId}/account`), 404);
  });
});

describe('Feeds', () => {
  it('do not call real devices', async () => {
    for (const type of ['snmp', 'ipp', 'papercut', 'print_tracker', 'ndd_print', 'printerpoint'])
      expectRefusal(await sandbox.api.post('/feeds', { type }), 400, /does not call real devices/);
  });

  it('of simulated devices exist only in a sandbox', async () => {
    const feed = { type: 'simulated', external_id: 'devices=1,daily=1,seed=1' };
    expectRefusal(await world.customer.api.post('/feeds', feed), 400, /only in a sandbox/);
    expect(await sandbox.api.post('/feeds', feed)).toMatchObject({ status: 200 });
  });

  it.each([
    null,
    '',
    'devices=0,daily=1,seed=1',
    'devices=501,daily=1,seed=1',
    'devices=1,daily=100001,seed=1',
    'devices=1,daily=1,seed=2147483648',
    'devices=1,daily=1',
    'daily=1,devices=1,seed=1',
    'devices=1.5,daily=1,seed=1',
  ])('of simulated devices refuse %j', async (external_id) => {
    expectRefusal(await sandbox.api.post('/feeds', { type: 'simulated', external_id }), 400, /external_id/);
  });

  it('that send their own readings work as they do live', async () => {
    const { id } = (await sandbox.api.post('/feeds', { type: 'fmaudit' })).body;
    await sandbox.api.post(`/feeds/${id}/readings`, { readings: [{ device: 'A', total: 10 }] });
    const { body } = await sandbox.api.post(`/feeds/${id}/readings`, {
      readings: [{ device: 'A', total: 25 }],
    });
    expect(body).toMatchObject({ pages: 15, deposit: { date: sandbox.now } });
  });
});
