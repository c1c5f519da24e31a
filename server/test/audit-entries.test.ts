import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditEntries, type AuditEntry } from '../src/audit/audit-store.js';
import { closeMonth } from '../src/closing/close-month.js';
import type { Route } from '../src/http/route.js';
import { routeGroups } from '../src/http/routes/index.js';
import { locales } from '../src/messages/locales.js';
import { countPlantings } from '../src/projects/count-plantings.js';
import { newId } from '../src/platform/ids.js';
import { readMonth } from '../src/platform/months.js';
import type { Answer, CallOptions, Json } from './support/api-client.js';
import { expectRefusal } from './support/refusal.js';
import { startWorld, type World } from './support/world.js';

const password = 'correct-horse-battery';
const newPassword = 'staple-and-toner';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** How an operation is called with success, and what it leaves in the trail. */
interface Exercise {
  /** Creates what the path names; its id. */
  readonly of?: () => Promise<string>;
  readonly body?: () => unknown;
  /** In the order in which they are written; the first is about what is answered, or what the path names. */
  readonly leaves: readonly string[];
  /** What the first is about instead. */
  readonly about?: (answer: Json) => string;
}

let count = 0;
const unique = (): string => `name ${String(++count)}`;
const items = [{ quantity: 1000 }];
const bodies = {
  account: () => ({ name: unique() }),
  quote: () => ({ project_id: world.projects.forest, items }),
  order: () => ({ items, carbon_project_settings: [{ project_id: world.carbon.stoves }] }),
  server: () => ({ type: 'papercut', url: 'https://print.example', username: 'reader', password }),
  feed: () => ({ type: 'fmaudit' }),
  readings: () => ({ readings: [{ device: 'A', total: ++count }] }),
  user: () => ({ email: `${String(++count)}@example.com` }),
};

const done = (answer: Answer): Json => {
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const post = async (path: string, body?: unknown): Promise<Json> =>
  done(await world.distributor.api.post(path, body));
const made =
  (path: string, body: () => unknown, ...then: string[]) =>
  async (): Promise<string> => {
    const { id } = await post(path, body());
    for (const verb of then) await post(`${path}/${String(id)}/${verb}`);
    return id as string;
  };

const exercises: Readonly<Record<string, Exercise>> = {
  createAccount: { body: bodies.account, leaves: ['account.create'] },
  updateAccount: {
    of: made('/accounts', bodies.account),
    body: () => ({ external_id: unique() }),
    leaves: ['account.update'],
  },
  activateAccount: {
    of: made('/accounts', bodies.account, 'deactivate'),
    leaves: ['account.activate'],
  },
  deactivateAccount: { of: made('/accounts', bodies.account), leaves: ['account.deactivate'] },
  updateSettings: {
    body: () => ({ locale: locales[++count % locales.length] }),
    leaves: ['account_settings.update'],
    about: () => world.distributor.id,
  },
  createBiomassOffset: { body: () => ({ pages: 10 }), leaves: ['biomass_offset.create'] },
  deleteBiomassOffset: {
    of: made('/biomass/offsets', () => ({ pages: 10 })),
    leaves: ['biomass_offset.delete'],
  },
  createDeposit: { body: () => ({ pages: 10 }), leaves: ['deposit.create'] },
  deleteDeposit: { of: made('/deposits', () => ({ pages: 10 })), leaves: ['deposit.delete'] },
  createQuote: { body: bodies.quote, leaves: ['quote.create'] },
  deleteQuote: { of: made('/quotes', bodies.quote), leaves: ['quote.delete'] },
  createOrder: { body: bodies.order, leaves: ['order.create'] },
  placeOrder: {
    of: made('/orders', bodies.order),
    leaves: ['order.place', 'biomass_offset.create', 'carbon_offset.create'],
  },
  deleteOrder: { of: made('/orders', bodies.order), leaves: ['order.delete'] },
  addFavoriteProject: {
    of: async () => {
      await world.distributor.api.delete(`/projects/${world.projects.grove}`);
      return world.projects.grove;
    },
    leaves: ['favorite_project.add'],
  },
  removeFavoriteProject: {
    of: async () => {
      await post(`/projects/${world.projects.grove}`);
      return world.projects.grove;
    },
    leaves: ['favorite_project.remove'],
  },
  createServer: { body: bodies.server, leaves: ['server.create'] },
  updateServer: {
    of: made('/servers', bodies.server),
    body: () => ({ username: unique(), password: newPassword }),
    leaves: ['server.update'],
  },
  deleteServer: { of: made('/servers', bodies.server), leaves: ['server.delete'] },
  createFeed: { body: bodies.feed, leaves: ['feed.create'] },
  updateFeed: {
    of: made('/feeds', bodies.feed),
    body: () => ({ external_id: unique() }),
    leaves: ['feed.update'],
  },
  deleteFeed: { of: made('/feeds', bodies.feed), leaves: ['feed.delete'] },
  pushReadings: {
    // The first reading of a device is where it begins to count, and leaves nothing.
    of: async () => {
      const id = await made('/feeds', bodies.feed)();
      await post(`/feeds/${id}/readings`, bodies.readings());
      return id;
    },
    body: bodies.readings,
    leaves: ['deposit.create'],
    about: ({ deposit }) => deposit.id,
  },
  activateFeed: { of: made('/feeds', bodies.feed, 'deactivate'), leaves: ['feed.activate'] },
  deactivateFeed: { of: made('/feeds', bodies.feed), leaves: ['feed.deactivate'] },
  createUser: { body: bodies.user, leaves: ['user.create', 'sign_in_link.create'] },
  deleteUser: { of: made('/users', bodies.user), leaves: ['user.delete'] },
};

const changing = routeGroups
  .flatMap(({ routes }) => routes)
  .filter((route): route is Route => route.method !== 'GET');
const operations = changing.map((route) => [route.operation, route] as const);

const exerciseOf = ({ operation }: Route): Exercise => {
  const exercise = exercises[operation];
  if (!exercise) throw new Error(`Nothing here says how to call ${operation} and what it leaves`);
  return exercise;
};

/** Prepares the call; the call itself is all that happens between then and its answer. */
async function prepared(
  route: Route,
): Promise<{ id: string; call: (options?: CallOptions) => Promise<Answer> }> {
  const { of, body } = exerciseOf(route);
  const id = of ? await of() : '';
  const sent = body && { body: body() };
  const path = route.path.replace(':id', id);
  return { id, call: (options) => world.distributor.api.call(route.method, path, { ...sent, ...options }) };
}

const always = { from: new Date(0), until: new Date('2199-01-01'), limit: 100_000 };
const trailOf = (accountId?: string): Promise<AuditEntry[]> =>
  listAuditEntries(world.server.running.instance.context.db, { accountId, ...always });

/** What the work leaves in the trail of all accounts. */
async function entriesBy(work: () => Promise<unknown>): Promise<AuditEntry[]> {
  const known = new Set((await trailOf()).map(({ id }) => id));
  await work();
  return (await trailOf()).filter(({ id }) => !known.has(id));
}

describe('Every operation that changes something', () => {
  it.each(operations)('%s leaves its entries, by the key that called', async (_, route) => {
    const { id, call } = await prepared(route);
    let answer: Json;
    const entries = await entriesBy(async () => (answer = done(await call())));
    const { leaves, about } = exerciseOf(route);
    expect(entries.map(({ action }) => action).sort()).toEqual([...leaves].sort());
    for (const { actorKind, actorId } of entries)
      expect({ actorKind, actorId }).toEqual({ actorKind: 'key', actorId: world.distributor.keyId });

    const [entry] = entries.filter(({ action }) => action === leaves[0]);
    const subject = about?.(answer) ?? (id === '' ? answer.id : id);
    const isAccount = leaves[0]?.startsWith('account.');
    expect(entry).toMatchObject({
      subjectId: subject,
      accountId: isAccount ? subject : world.distributor.id,
    });
    expect(entry?.before ?? entry?.after).not.toEqual({});
  });

  it.each(operations)('%s is in the trail of no other account', async (_, route) => {
    const before = await trailOf(world.stranger.id);
    await (await prepared(route)).call();
    expect(await trailOf(world.stranger.id)).toEqual(before);
  });

  it.each(operations)('%s leaves nothing when it is refused', async (_, route) => {
    const path = route.path.replace(':id', newId());
    const { distributor, stranger } = world;
    const { call } = await prepared(route);
    const entries = await entriesBy(async () => {
      expectRefusal(await call({ body: { nonsense: 1 } }), 400);
      if (route.path.includes(':id')) expectRefusal(await distributor.api.call(route.method, path), 404);
      const foreign = await stranger.api.call(route.method, `/accounts/${distributor.id}${path}`, {});
      expectRefusal(foreign, 404);
    });
    expect(entries).toEqual([]);
  });

  const repeatable = operations.filter(([, route]) => route.repeatable);
  it.each(repeatable)('%s leaves nothing more when it is answered again', async (_, route) => {
    const { call } = await prepared(route);
    const options = { headers: { 'idempotency-key': newId() } };
    const first = await entriesBy(async () => done(await call(options)));
    expect(first).toHaveLength(exerciseOf(route).leaves.length);
    expect(await entriesBy(async () => done(await call(options)))).toEqual([]);
  });
});

describe('What changes nothing leaves nothing', () => {
  const twice: Readonly<Record<string, () => Promise<() => Promise<Answer>>>> = {
    'activating an active account': async () => {
      const id = await made('/accounts', bodies.account)();
      return () => world.distributor.api.post(`/accounts/${id}/activate`);
    },
    'deactivating an inactive account': async () => {
      const id = await made('/accounts', bodies.account, 'deactivate')();
      return () => world.distributor.api.post(`/accounts/${id}/deactivate`);
    },
    'an account that gets the name that it has': async () => {
      const { id, name } = await post('/accounts', bodies.account());
      return () => world.distributor.api.patch(`/accounts/${String(id)}`, { name });
    },
    'an empty change of a server': async () => {
      const id = await made('/servers', bodies.server)();
      return () => world.distributor.api.patch(`/servers/${id}`, {});
    },
    'settings that are so already': async () => {
      await world.distributor.api.patch('/settings', { locale: 'de', badge_enabled: true });
      return () => world.distributor.api.patch('/settings', { locale: 'de', badge_enabled: true });
    },
    'activating an active feed': async () => {
      const id = await made('/feeds', bodies.feed)();
      return () => world.distributor.api.post(`/feeds/${id}/activate`);
    },
    'deactivating an inactive feed': async () => {
      const id = await made('/feeds', bodies.feed, 'deactivate')();
      return () => world.distributor.api.post(`/feeds/${id}/deactivate`);
    },
    'a feed that gets the external id that it has': async () => {
      const { id } = await post('/feeds', { ...bodies.feed(), external_id: 'same' });
      return () => world.distributor.api.patch(`/feeds/${String(id)}`, { external_id: 'same' });
    },
    'a favorite that is one already': async () => {
      await post(`/projects/${world.projects.forest}`);
      return () => world.distributor.api.post(`/projects/${world.projects.forest}`);
    },
  };
  it.each(Object.entries(twice))('%s', async (_, prepare) => {
    const call = await prepare();
    expect(await entriesBy(async () => done(await call()))).toEqual([]);
  });
});

describe('An entry', () => {
  it('of a change says what was and what is, and nothing of the rest', async () => {
    const { id, name } = await post('/accounts', bodies.account());
    const [entry] = await entriesBy(() =>
      world.distributor.api.patch(`/accounts/${String(id)}`, { name: 'Other' }),
    );
    expect(entry).toMatchObject({ before: { name }, after: { name: 'Other' } });
  });

  it('of a new password says that there is one', async () => {
    const id = await made('/servers', bodies.server)();
    const [entry] = await entriesBy(() =>
      world.distributor.api.patch(`/servers/${id}`, { password: newPassword }),
    );
    expect(entry).toMatchObject({ action: 'server.update', after: { password_changed: true } });
  });

  it('of a deposit has the weight of its paper as a number, also of one that is given back', async () => {
    const deposit = { pages: 10, date: '2020-01-15' };
    const [created] = await entriesBy(() => post('/deposits', deposit));
    await closeMonth(world.server.running.instance.context, readMonth('2020-01'));
    const { api } = world.distributor;
    const { body: offsets } = await api.get('/biomass/offsets?start_date=2020-01-01&end_date=2020-01-31');
    const entries = await entriesBy(() => api.delete(`/biomass/offsets/${String(offsets[0].id)}`));
    const returned = entries.find(({ action }) => action === 'deposit.return');
    expect([created?.after?.['gsm'], returned?.after?.['gsm']]).toEqual([75, 75]);
  });

  it('never holds a password, a key or a hash of one', async () => {
    const text = JSON.stringify(await trailOf());
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

  it('of a project that is full is the installation’s, by whoever found it so', async () => {
    const { forest } = world.projects;
    await post('/biomass/offsets', { pages: 10_000, project_id: forest });
    await world.server.sql('update forestry_projects set capacity_trees = 1 where id = $1', [forest]);
    const job = { kind: 'job', id: 'count-plantings' } as const;
    const run = () => countPlantings({ ...world.server.running.instance.context, actor: job });
    expect(await entriesBy(run)).toMatchObject([
      {
        accountId: '00000000-0000-0000-0000-000000000000',
        actorKind: 'job',
        actorId: 'count-plantings',
        action: 'forestry_project.complete',
        subjectId: forest,
        before: { status: 'active' },
        after: { status: 'complete', capacity_trees: '1.000000' },
      },
    ]);
    expect(await entriesBy(run)).toEqual([]);
  });
});
