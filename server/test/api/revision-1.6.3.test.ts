import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revisionRequests, type RevisionRequests } from '../support/revision-requests.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let send: RevisionRequests['send'];
let post: RevisionRequests['post'];
beforeAll(async () => {
  world = await startWorld();
  ({ send, post } = await revisionRequests(world));
});
afterAll(() => world.stop());

describe('Revision 1.6.3', () => {
  it('does not require a User-Agent', async () => {
    const headers = { 'user-agent': 'curl/8.0.0' };
    expect((await send({ revision: '1.6.3', path: '/account', headers })).status).toBe(200);
    expect((await send({ revision: '1.6.6', path: '/account', headers })).status).toBe(403);
  });

  it('has no orders', async () => {
    const own = await send({ revision: '1.6.3', path: '/orders' });
    const belowAccount = await send({ revision: '1.6.3', path: `/accounts/${world.channel.id}/orders` });
    expect([own.status, belowAccount.status]).toEqual([404, 404]);
    expect(own.body.error).toBe('There is no GET /v1/orders');
  });

  it('calls the paper weight density, in requests, responses and messages', async () => {
    const deposit = await post('1.6.3', '/deposits', { pages: 3, density: 120 });
    expect(deposit.body).toMatchObject({ pages: 3, density: 120 });
    expect(deposit.body).not.toHaveProperty('gsm');
    const refused = await post('1.6.3', '/deposits', { pages: 3, density: 'heavy' });
    expect(refused.body.error).toMatch(/^density must be a whole number/);
    const conflict = await post('1.6.3', '/quotes', {
      project_id: world.projects.forest,
      items: [{ mass: 5000, density: 80 }],
    });
    expect(conflict.body.error).toBe('items[0]: mass conflicts with density');
  });

  it('has no id lists on quotes, and density in their items', async () => {
    const items = [{ quantity: 5000, density: 90 }];
    const { body } = await post('1.6.3', '/quotes', { project_id: world.projects.forest, items });
    expect(body).not.toHaveProperty('project_ids');
    expect(body).not.toHaveProperty('biomass_offset_ids');
    expect(body.items[0]).toMatchObject({ quantity: 5000, density: 90 });
    const listed = await send({ revision: '1.6.3', path: '/quotes' });
    expect(listed.body[0]).not.toHaveProperty('project_ids');
  });

  it('has no order_id on offsets', async () => {
    const { body } = await post('1.6.3', '/biomass/offsets', { pages: 10 });
    expect(body).not.toHaveProperty('order_id');
  });

  it('includes the introduction of a project, also inside a certificate', async () => {
    const project = await send({ revision: '1.6.3', path: `/forestry/projects/${world.projects.forest}` });
    expect(project.body.content_introduction).toBe('An introduction');
    await post('1.6.3', '/biomass/offsets', { pages: 10 });
    const older = await send({ revision: '1.6.3', path: '/biomass/certificates?limit=1' });
    expect(older.body[0].project.content_introduction).toBe('An introduction');
    const newer = await send({ revision: '1.6.6', path: '/biomass/certificates?limit=1' });
    expect(newer.body[0].project).not.toHaveProperty('content_introduction');
  });

  it('requires a contact to create a server, returns it and can change it', async () => {
    const server = { type: 'fmaudit', url: 'https://print.example.com', username: 'reader' };
    const refused = await post('1.6.3', '/servers', server);
    expect([refused.status, refused.body.error]).toEqual([400, 'contact is required']);
    const noAddress = await post('1.6.3', '/servers', { ...server, contact: 'nobody' });
    expect(noAddress.body.error).toBe('contact must be an email address');
    const created = await post('1.6.3', '/servers', { ...server, contact: 'it@example.com' });
    expect(created.body.contact).toBe('it@example.com');
    const path = `/servers/${created.body.id as string}`;
    const changed = await send({
      revision: '1.6.3',
      method: 'PATCH',
      path,
      body: { contact: 'help@example.com' },
    });
    expect(changed.body.contact).toBe('help@example.com');
    const newer = await send({ revision: '1.6.6', path });
    expect(newer.body).not.toHaveProperty('contact');
    const untouched = await send({ revision: '1.6.6', method: 'PATCH', path, body: { username: 'other' } });
    expect(untouched.status).toBe(200);
    expect((await send({ revision: '1.6.3', path })).body).toMatchObject({
      username: 'other',
      contact: 'help@example.com',
    });
  });

  it('returns no contact for a server created in 1.6.6, and takes that back', async () => {
    const server = { type: 'fmaudit', url: 'https://print.example.com', username: 'reader' };
    const created = await post('1.6.6', '/servers', server);
    const path = `/servers/${created.body.id as string}`;
    const { body } = await send({ revision: '1.6.3', path });
    expect(body.contact).toBeNull();
    const change = (fields: object) => send({ revision: '1.6.3', method: 'PATCH', path, body: fields });
    expect(await change(body)).toMatchObject({ status: 200, body });
    expect((await change({ contact: 'it@example.com' })).body.contact).toBe('it@example.com');
    const cleared = await change({ contact: null });
    expect([cleared.status, cleared.body.error]).toEqual([400, 'contact must be an email address']);
    expect((await send({ revision: '1.6.3', path })).body.contact).toBe('it@example.com');
  });

  it('answers a replay in the revision of the replay', async () => {
    const headers = { 'idempotency-key': 'across-revisions' };
    const sent = { method: 'POST', path: '/deposits', headers } as const;
    const first = await send({ ...sent, revision: '1.6.3', body: { pages: 7, density: 80 } });
    const again = await send({ ...sent, revision: '1.6.3', body: { density: 80, pages: 7 } });
    expect(again.body).toEqual(first.body);
    // The same API key repeats the request in the other revision: the same response, in the terms of that revision.
    const newer = { ...headers, 'api-revision': '1.6.6' };
    const other = await send({ ...sent, headers: newer, revision: '1.6.3', body: { pages: 7, gsm: 80 } });
    expect(other.headers['idempotent-replayed']).toBe('true');
    expect(other.body).toMatchObject({ id: first.body.id, gsm: 80 });
    expect(other.body).not.toHaveProperty('density');
  });
});
