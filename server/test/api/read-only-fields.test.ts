import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../src/http/route.js';
import { routes } from '../../src/http/routes/index.js';
import { adapters, revisionNames } from '../../src/wire/revisions/index.js';
import type { Json } from '../support/api-client.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { createResources, pathTo, type Resources } from '../support/resources.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let resources: Resources;
beforeAll(async () => {
  world = await startWorld();
  const { id: server_id } = (await world.channel.api.post('/servers', server)).body;
  const feed = await world.channel.api.post('/feeds', { type: 'fmaudit', server_id, external_id: 'one' });
  resources = { ...(await createResources(world, world.channel)), '/feeds': feed.body.id };
});
afterAll(() => world.stop());

const server = { type: 'fmaudit', url: 'https://print.example.com', username: 'reader' };
const older = { 'api-revision': '1.6.3' };
const current = { 'api-revision': '1.6.6' };

/** All routes that change a resource, by the path that reads it. */
const changing = routes.filter((route): route is Route => route.method === 'PATCH' && 'body' in route);
const cells = changing.flatMap((route) =>
  revisionNames.map((revision) => [revision, route.path, route] as const),
);

const propertiesOf = (revision: string, schema: Route['body']): string[] =>
  Object.keys(adapters.get(revision)?.schema(schema as never)['properties'] ?? {});

describe.each(cells)('In revision %s, PATCH %s', (revision, path, route) => {
  const headers = { 'api-revision': revision };
  const url = (): string => pathTo(path, resources);
  const read = async (): Promise<Json> => (await world.channel.api.get(url(), { headers })).body;
  const change = (body: unknown) => world.channel.api.call('PATCH', url(), { body, headers });
  const readOnly = propertiesOf(revision, route.reply).filter(
    (name) => !propertiesOf(revision, route.body).includes(name),
  );

  it('accepts its own response in full and changes nothing', async () => {
    const before = await read();
    const trail = await entries();
    const { status, body } = await change({ ...before });
    expect([status, body.error]).toEqual([200, undefined]);
    expect(unmoved(await read())).toEqual(unmoved(before));
    expect(await entries()).toEqual(trail);
  });

  it('ignores any value of its read-only fields, alone and next to a change', async () => {
    expect(readOnly.length).toBeGreaterThan(0);
    const before = await read();
    for (const value of [unknownId, 'x', '', -1, true, null, {}, [[]], { deep: { er: 1 } }]) {
      const { status, body } = await change(Object.fromEntries(readOnly.map((name) => [name, value])));
      expect([value, status, body.error]).toEqual([value, 200, undefined]);
    }
    expect(unmoved(await read())).toEqual(unmoved(before));
  });

  it('still refuses unknown fields', async () => {
    for (const name of ['nonsense', 'ID', 'toString', 'account_ids'])
      expectRefusal(
        await change({ ...(await read()), [name]: 1 }),
        400,
        new RegExp(`^${name} is not a known`),
      );
  });
});

/** Without the fields that the request itself may change: a feed is checked. */
const unmoved = ({ health_check_checked_at, ...rest }: Json): Json => rest;
const entries = () => world.server.sql('select count(*) from audit_entries');

describe('Read-only fields', () => {
  it('of an account do not prevent other changes', async () => {
    const path = pathTo('/accounts/:id', resources);
    const before = (await world.channel.api.get(path)).body;
    const { status, body } = await world.channel.api.patch(path, {
      ...before,
      activated_at: null,
      mtd_pages: 12,
      display_name: 'Shown',
    });
    expect([status, body]).toEqual([200, { ...before, display_name: 'Shown' }]);
  });

  it("are those of the request's revision", async () => {
    const path = pathTo('/servers/:id', resources);
    const patch = (headers: Record<string, string>, body: unknown) =>
      world.channel.api.call('PATCH', path, { headers, body });
    expectRefusal(await patch(current, { contact: 'a@example.com' }), 400, /^contact is not a known field/);
    expect((await patch(older, { contact: 'a@example.com', created_at: 'x' })).status).toBe(200);
  });

  it('of an order do not prevent placing it', async () => {
    const { body: order } = await world.channel.api.post('/orders', { items: [{ quantity: 500 }] });
    const path = `/orders/${String(order.id)}/place`;
    expectRefusal(
      await world.channel.api.patch(path, { nonsense: 1 }),
      400,
      /^nonsense is not a known field/,
    );
    expect((await world.channel.api.patch(path, order)).body).toMatchObject({ status: 'placed' });
  });

  it('are refused in a create', async () => {
    expectRefusal(
      await world.channel.api.post('/accounts', { name: 'With an id', id: unknownId }),
      400,
      /^id is not a known field/,
    );
  });
});
