import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../src/http/route.js';
import { routeGroups } from '../../src/http/routes/index.js';
import { locales } from '../../src/messages/locales.js';
import { newId } from '../../src/platform/ids.js';
import type { Answer, CallOptions, Json } from '../support/api-client.js';
import { expectRefusal } from '../support/refusal.js';
import { nextNumber, okBody, newPassword, password, uniqueName, auditTrail } from '../support/audit-trail.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const { bodies, post, creator, entriesOf, entriesAfter } = auditTrail(() => world);

/** A successful call of an operation, and the entries that it adds. */
interface Exercise {
  /** Creates the resource in the path and returns its id. */
  readonly of?: () => Promise<string>;
  readonly body?: () => unknown;
  /** In the order of writing; the first is about the resource in the response or in the path. */
  readonly actions: readonly string[];
  /** The subject of the first entry, if it is another one. */
  readonly about?: (answer: Json) => string;
}

const exercises: Readonly<Record<string, Exercise>> = {
  createAccount: { body: bodies.account, actions: ['account.create'] },
  updateAccount: {
    of: creator('/accounts', bodies.account),
    body: () => ({ external_id: uniqueName() }),
    actions: ['account.update'],
  },
  activateAccount: {
    of: creator('/accounts', bodies.account, 'deactivate'),
    actions: ['account.activate'],
  },
  deactivateAccount: { of: creator('/accounts', bodies.account), actions: ['account.deactivate'] },
  updateSettings: {
    body: () => ({ locale: locales[nextNumber() % locales.length] }),
    actions: ['account_settings.update'],
    about: () => world.distributor.id,
  },
  createBiomassOffset: { body: () => ({ pages: 10 }), actions: ['biomass_offset.create'] },
  deleteBiomassOffset: {
    of: creator('/biomass/offsets', () => ({ pages: 10 })),
    actions: ['biomass_offset.delete'],
  },
  createDeposit: { body: () => ({ pages: 10 }), actions: ['deposit.create'] },
  createDepositBatch: {
    body: () => ({ deposits: [{ pages: 10 }, { pages: -3 }] }),
    actions: ['deposit.create', 'deposit.create'],
    about: ({ deposits }) => deposits[0].id,
  },
  deleteDeposit: { of: creator('/deposits', () => ({ pages: 10 })), actions: ['deposit.delete'] },
  createQuote: { body: bodies.quote, actions: ['quote.create'] },
  deleteQuote: { of: creator('/quotes', bodies.quote), actions: ['quote.delete'] },
  createOrder: { body: bodies.order, actions: ['order.create'] },
  placeOrder: {
    of: creator('/orders', bodies.order),
    actions: ['order.place', 'biomass_offset.create', 'carbon_offset.create'],
  },
  deleteOrder: { of: creator('/orders', bodies.order), actions: ['order.delete'] },
  addFavoriteProject: {
    of: async () => {
      await world.distributor.api.delete(`/projects/${world.projects.grove}`);
      return world.projects.grove;
    },
    actions: ['favorite_project.add'],
  },
  removeFavoriteProject: {
    of: async () => {
      await post(`/projects/${world.projects.grove}`);
      return world.projects.grove;
    },
    actions: ['favorite_project.remove'],
  },
  createServer: { body: bodies.server, actions: ['server.create'] },
  updateServer: {
    of: creator('/servers', bodies.server),
    body: () => ({ username: uniqueName(), password: newPassword }),
    actions: ['server.update'],
  },
  deleteServer: { of: creator('/servers', bodies.server), actions: ['server.delete'] },
  createFeed: { body: bodies.feed, actions: ['feed.create'] },
  updateFeed: {
    of: creator('/feeds', bodies.feed),
    body: () => ({ external_id: uniqueName() }),
    actions: ['feed.update'],
  },
  deleteFeed: { of: creator('/feeds', bodies.feed), actions: ['feed.delete'] },
  pushReadings: {
    // The first reading of a device is its baseline and adds no entry.
    of: async () => {
      const id = await creator('/feeds', bodies.feed)();
      await post(`/feeds/${id}/readings`, bodies.readings());
      return id;
    },
    body: bodies.readings,
    actions: ['deposit.create'],
    about: ({ deposit }) => deposit.id,
  },
  activateFeed: { of: creator('/feeds', bodies.feed, 'deactivate'), actions: ['feed.activate'] },
  deactivateFeed: { of: creator('/feeds', bodies.feed), actions: ['feed.deactivate'] },
  createUser: { body: bodies.user, actions: ['user.create', 'sign_in_link.create'] },
  deleteUser: { of: creator('/users', bodies.user), actions: ['user.delete'] },
};

const changing = routeGroups
  .flatMap(({ routes }) => routes)
  .filter((route): route is Route => route.method !== 'GET');
const operations = changing.map((route) => [route.operation, route] as const);

const exerciseOf = ({ operation }: Route): Exercise => {
  const exercise = exercises[operation];
  if (!exercise) throw new Error(`Nothing here says how to call ${operation} and which entries it adds`);
  return exercise;
};

/** Prepares the call. Nothing but the call itself happens between then and its response. */
async function prepared(
  route: Route,
): Promise<{ id: string; call: (options?: CallOptions) => Promise<Answer> }> {
  const { of, body } = exerciseOf(route);
  const id = of ? await of() : '';
  const sent = body && { body: body() };
  const path = route.path.replace(':id', id);
  return { id, call: (options) => world.distributor.api.call(route.method, path, { ...sent, ...options }) };
}

describe('Every operation that changes something', () => {
  it.each(operations)('%s adds its entries, by the key that called', async (_, route) => {
    const { id, call } = await prepared(route);
    let answer: Json;
    const entries = await entriesAfter(async () => (answer = okBody(await call())));
    const { actions, about } = exerciseOf(route);
    expect(entries.map(({ action }) => action).sort()).toEqual([...actions].sort());
    for (const { actorKind, actorId } of entries)
      expect({ actorKind, actorId }).toEqual({ actorKind: 'key', actorId: world.distributor.keyId });

    const subject = about?.(answer) ?? (id === '' ? answer.id : id);
    const entry = entries.find(({ action, subjectId }) => action === actions[0] && subjectId === subject);
    const isAccount = actions[0]?.startsWith('account.');
    expect(entry).toMatchObject({
      subjectId: subject,
      accountId: isAccount ? subject : world.distributor.id,
    });
    expect(entry?.before ?? entry?.after).not.toEqual({});
  });

  it.each(operations)('%s adds nothing to the trail of other accounts', async (_, route) => {
    const before = await entriesOf(world.stranger.id);
    await (await prepared(route)).call();
    expect(await entriesOf(world.stranger.id)).toEqual(before);
  });

  it.each(operations)('%s adds nothing when it is refused', async (_, route) => {
    const path = route.path.replace(':id', newId());
    const { distributor, stranger } = world;
    const { call } = await prepared(route);
    const entries = await entriesAfter(async () => {
      expectRefusal(await call({ body: { nonsense: 1 } }), 400);
      if (route.path.includes(':id')) expectRefusal(await distributor.api.call(route.method, path), 404);
      const foreign = await stranger.api.call(route.method, `/accounts/${distributor.id}${path}`, {});
      expectRefusal(foreign, 404);
    });
    expect(entries).toEqual([]);
  });

  const repeatable = operations.filter(([, route]) => route.repeatable);
  it.each(repeatable)('%s adds nothing when its response is replayed', async (_, route) => {
    const { call } = await prepared(route);
    const options = { headers: { 'idempotency-key': newId() } };
    const first = await entriesAfter(async () => okBody(await call(options)));
    expect(first).toHaveLength(exerciseOf(route).actions.length);
    expect(await entriesAfter(async () => okBody(await call(options)))).toEqual([]);
  });
});

describe('An entry', () => {
  it('never contains a password, a key or a hash of one', async () => {
    const text = JSON.stringify(await entriesOf());
    const hashes = await world.server.sql<{ hash: Buffer }>('select hash from api_keys');
    const sealed = await world.server.sql<{ sealed: Buffer }>(
      'select password_sealed as sealed from servers where password_sealed is not null',
    );
    expect(sealed.length).toBeGreaterThan(0);
    const secrets = [...hashes.map(({ hash }) => hash), ...sealed.map((row) => row.sealed)];
    for (const secret of secrets)
      for (const form of ['hex', 'base64', 'base64url'] as const)
        expect(text).not.toContain(secret.toString(form));
    for (const secret of [password, newPassword, world.distributor.key, 'rg_'])
      expect(text).not.toContain(secret);
  });
});
