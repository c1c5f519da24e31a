import { insertDeliveries } from '../../src/features/webhooks/delivery-store.js';
import { idAt } from '../../src/platform/ids.js';
import type { ApiRoute, Route } from '../../src/http/route.js';
import { routeGroups } from '../../src/http/routes/index.js';
import { locales } from '../../src/messages/locales.js';
import type { Answer, CallOptions, Json } from './api-client.js';
import { auditTrail, newPassword, uniqueName } from './audit-trail.js';
import type { World } from './world.js';

/** A successful call of an operation, and the entries that it adds. */
interface Exercise {
  /** Creates the resource in the path and returns its id. */
  readonly of?: () => Promise<string>;
  /** Creates what the second id of the path is about. */
  readonly partOf?: (id: string) => Promise<string>;
  readonly body?: () => unknown;
  /** In the order of writing; the first is about the resource in the response or in the path. */
  readonly actions: readonly string[];
  /** The subject of the first entry, if it is another one. */
  readonly about?: (answer: Json) => string | Promise<string>;
}

/** Changes nothing live: the trail of a sandbox is its own (see sandboxes). */
const isInSandbox = ({ path }: ApiRoute): boolean => path.startsWith('/sandbox/');

/** Only an agent can call it, with its own key, and what it tells is no change: see feeds/agents.test.ts. */
const isReport = ({ operation }: ApiRoute): boolean => operation === 'reportAgent';

/** The routes of operations that change something. */
export const changingRoutes = routeGroups
  .flatMap(({ routes }) => routes)
  .filter((route): route is Route => route.method !== 'GET' && !isInSandbox(route) && !isReport(route));

/** A delivery of the distributor's endpoint, of an event that does not exist. */
async function createDelivery({ server, distributor }: World, endpointId: string): Promise<string> {
  const createdAt = server.now();
  const id = idAt(createdAt);
  const delivery = {
    id,
    accountId: distributor.account.id,
    endpointId,
    createdAt,
    eventAccountId: distributor.id,
  };
  await server.running.instance.context.db.transaction((tx) =>
    insertDeliveries(tx, [{ ...delivery, eventId: id, eventType: 'deposit.created' }]),
  );
  return id;
}

/** How the world's distributor calls each of them. */
export function operationsOf(world: () => World) {
  const { bodies, post, creator } = auditTrail(world);
  /** Another one each time, also the first: accounts have English until they choose. */
  let localesUsed = locales.indexOf('en');

  /** An account has at most 20 endpoints. */
  const endpoint = async (): Promise<string> => {
    const { api } = world().distributor;
    const [, ...others] = (await api.get('/webhook_endpoints')).body;
    for (const { id } of others) await api.delete(`/webhook_endpoints/${String(id)}`);
    return creator('/webhook_endpoints', bodies.endpoint)();
  };

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
      body: () => ({ locale: locales[++localesUsed % locales.length] }),
      actions: ['account_settings.update'],
      about: () => world().distributor.id,
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
    importDeposits: {
      body: () => ({ csv: `job,sheets\n${uniqueName()},10\n${uniqueName()},20\n` }),
      actions: ['deposit.create', 'deposit.create'],
      about: async () => (await world().distributor.api.get('/deposits?limit=1')).body[0].id,
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
        await world().distributor.api.delete(`/projects/${world().projects.grove}`);
        return world().projects.grove;
      },
      actions: ['favorite_project.add'],
    },
    removeFavoriteProject: {
      of: async () => {
        await post(`/projects/${world().projects.grove}`);
        return world().projects.grove;
      },
      actions: ['favorite_project.remove'],
    },
    createSandbox: { actions: ['sandbox.create'] },
    deleteSandbox: { of: creator('/sandboxes', () => ({})), actions: ['sandbox.delete'] },
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
    createAgent: {
      of: creator('/feeds', bodies.agentFeed),
      actions: ['agent.create'],
      about: ({ id }) => id,
    },
    revokeAgent: {
      of: creator('/feeds', bodies.agentFeed),
      partOf: async (feedId) => (await post(`/feeds/${feedId}/agents`, {})).id,
      actions: ['agent.revoke'],
      about: ({ id }) => id,
    },
    activateFeed: { of: creator('/feeds', bodies.feed, 'deactivate'), actions: ['feed.activate'] },
    deactivateFeed: { of: creator('/feeds', bodies.feed), actions: ['feed.deactivate'] },
    createUser: { body: bodies.user, actions: ['user.create', 'sign_in_link.create'] },
    updateUser: {
      of: creator('/users', bodies.user),
      body: () => ({ permission: 'restricted' }),
      actions: ['user.update'],
    },
    createWebhookEndpoint: { body: bodies.endpoint, actions: ['webhook_endpoint.create'] },
    updateWebhookEndpoint: {
      of: endpoint,
      body: () => ({ description: uniqueName() }),
      actions: ['webhook_endpoint.update'],
    },
    deleteWebhookEndpoint: {
      of: endpoint,
      actions: ['webhook_endpoint.delete'],
    },
    rotateWebhookSecret: {
      of: endpoint,
      actions: ['webhook_endpoint.rotate_secret'],
    },
    testWebhookEndpoint: {
      of: endpoint,
      actions: ['webhook_endpoint.test'],
    },
    replayWebhookEvents: {
      of: endpoint,
      body: () => ({ start_date: '2026-01-01', end_date: '2026-01-02' }),
      actions: ['webhook_endpoint.replay'],
    },
    retryWebhookDelivery: {
      of: endpoint,
      partOf: (endpointId) => createDelivery(world(), endpointId),
      actions: ['webhook_endpoint.retry'],
    },
    deleteUser: { of: creator('/users', bodies.user), actions: ['user.delete'] },
  };

  const exerciseOf = ({ operation }: Route): Exercise => {
    const exercise = exercises[operation];
    if (!exercise) throw new Error(`Nothing here says how to call ${operation} and which entries it adds`);
    return exercise;
  };

  /** Prepares the call. Nothing but the call itself happens between then and its response. */
  async function prepared(
    route: Route,
  ): Promise<{ id: string; call: (options?: CallOptions) => Promise<Answer> }> {
    const { of, partOf, body } = exerciseOf(route);
    const id = of ? await of() : '';
    const partId = partOf ? await partOf(id) : '';
    const sent = body && { body: body() };
    const path = route.path.replace(':id', id).replace(/:(delivery|agent)_id/, partId);
    return {
      id,
      call: (options) => world().distributor.api.call(route.method, path, { ...sent, ...options }),
    };
  }

  return { exerciseOf, prepared };
}
