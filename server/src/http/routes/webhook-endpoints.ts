import { Type, type Static } from '@sinclair/typebox';
import type { Account } from '../../features/accounts/account.js';
import {
  createEndpoint,
  deleteEndpoint,
  readEndpoint,
  rotateSecret,
  updateEndpoint,
} from '../../features/webhooks/change-endpoint.js';
import { deliveryStatuses, listDeliveries } from '../../features/webhooks/delivery-store.js';
import { listEndpoints, type Endpoint } from '../../features/webhooks/endpoint-store.js';
import { requireEndpointUrl } from '../../features/webhooks/endpoint-url.js';
import { countReplay, requestReplay, type ReplayInput } from '../../features/webhooks/replay-events.js';
import { requireSelectors } from '../../features/webhooks/require-selectors.js';
import { retryDelivery } from '../../features/webhooks/retry-delivery.js';
import { recordTest, testEndpoint } from '../../features/webhooks/test-endpoint.js';
import { realTime, type Context } from '../../database/context.js';
import { newId } from '../../platform/ids.js';
import { Deleted, deleted, OneOf } from '../../wire/fields.js';
import {
  CreatedWebhookEndpoint,
  NewWebhookEndpoint,
  NewWebhookReplay,
  presentCreatedEndpoint,
  presentDelivery,
  presentEndpoint,
  presentTest,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChanges,
  WebhookReplay,
  WebhookTest,
  writeTestEvent,
} from '../../wire/webhook-endpoint.js';
import { dayRange } from '../day-range.js';
import { list, route } from '../route.js';

const find = (context: Context, account: Account, id: string): Promise<Endpoint> =>
  readEndpoint(context, account.id, id);

const replayOf = (body: Static<typeof NewWebhookReplay>): ReplayInput => ({
  range: dayRange(body),
  events: body.events == null ? undefined : requireSelectors(body.events),
});

const DeliveryQuery = Type.Object({
  status: Type.Optional({ ...OneOf(deliveryStatuses), description: 'Only deliveries with this status' }),
});

export const webhookEndpointRoutes = [
  list({
    operation: 'listWebhookEndpoints',
    path: '/webhook_endpoints',
    summary: 'Webhook endpoints, newest first',
    item: WebhookEndpoint,
    sortedBy: 'time',
    page: ({ context, account }, page) => listEndpoints(context.db, account.id, page),
    keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
    present: presentEndpoint,
  }),
  route({
    operation: 'getWebhookEndpoint',
    method: 'GET',
    path: '/webhook_endpoints/:id',
    summary: 'A webhook endpoint, without its secret',
    reply: WebhookEndpoint,
    find,
    handle: ({ found }) => Promise.resolve(presentEndpoint(found)),
  }),
  route({
    operation: 'createWebhookEndpoint',
    method: 'POST',
    path: '/webhook_endpoints',
    effects: ['contacts-others', 'grants-access'],
    summary: 'Create an endpoint that receives events',
    body: NewWebhookEndpoint,
    reply: CreatedWebhookEndpoint,
    // The stored response would contain the secret.
    acceptsIdempotencyKey: false,
    prepare: ({ context, body }) => requireEndpointUrl(body.url, context.webhookNetwork),
    handle: async ({ context, account, body, revision }, url) =>
      presentCreatedEndpoint(
        await createEndpoint(context, account.id, {
          url,
          events: requireSelectors(body.events),
          description: body.description ?? null,
          includeDescendants: body.include_descendants ?? false,
          revision,
        }),
      ),
  }),
  route({
    operation: 'updateWebhookEndpoint',
    method: 'PATCH',
    path: '/webhook_endpoints/:id',
    effects: ['contacts-others', 'grants-access'],
    summary: 'Change, enable or disable a webhook endpoint',
    body: WebhookEndpointChanges,
    reply: WebhookEndpoint,
    find,
    prepare: async ({ context, body, found }) => {
      if (body.url !== undefined && body.url !== found.url)
        await requireEndpointUrl(body.url, context.webhookNetwork);
    },
    handle: async ({ context, account, id, body }) => {
      const { url, events, description, include_descendants: includeDescendants, status } = body;
      const endpoint = await updateEndpoint(context, account.id, id, {
        ...(url !== undefined && { url }),
        ...(events !== undefined && { events: requireSelectors(events) }),
        ...(description !== undefined && { description }),
        ...(includeDescendants !== undefined && { includeDescendants }),
        ...(status !== undefined && { status }),
      });
      return presentEndpoint(endpoint);
    },
  }),
  route({
    operation: 'deleteWebhookEndpoint',
    method: 'DELETE',
    path: '/webhook_endpoints/:id',
    summary: 'Delete a webhook endpoint',
    reply: Deleted,
    find,
    handle: async ({ context, account, id }) => {
      await deleteEndpoint(context, account.id, id);
      return deleted(id);
    },
  }),
  route({
    operation: 'rotateWebhookSecret',
    method: 'POST',
    path: '/webhook_endpoints/:id/rotate_secret',
    summary: 'Get a new secret; the old one signs along for 24 hours',
    reply: CreatedWebhookEndpoint,
    acceptsIdempotencyKey: false,
    find,
    handle: async ({ context, account, id }) =>
      presentCreatedEndpoint(await rotateSecret(context, account.id, id)),
  }),
  route({
    operation: 'testWebhookEndpoint',
    method: 'POST',
    path: '/webhook_endpoints/:id/test',
    effects: ['contacts-others'],
    summary: 'Send a `test` event at once, and see what comes back',
    reply: WebhookTest,
    find,
    prepare: ({ context, found }) => {
      const id = newId();
      const event = { at: realTime(context), livemode: context.sandbox === undefined };
      return testEndpoint(context, found, { id, body: writeTestEvent(id, found, event) });
    },
    handle: async ({ context, found }, outcome) => {
      await recordTest(context, found, outcome);
      return presentTest(outcome);
    },
  }),
  route({
    operation: 'replayWebhookEvents',
    method: 'POST',
    path: '/webhook_endpoints/:id/replay',
    effects: ['contacts-others'],
    summary: 'Send past events again, with the same ids',
    body: NewWebhookReplay,
    reply: WebhookReplay,
    find,
    prepare: ({ context, found, body }) => countReplay(context, found, replayOf(body)),
    handle: async ({ context, found, body }, events) => {
      await requestReplay(context, found, replayOf(body));
      return { events };
    },
  }),
  list({
    operation: 'listWebhookDeliveries',
    path: '/webhook_endpoints/:id/deliveries',
    summary: 'Deliveries of the last 30 days, newest first',
    query: DeliveryQuery,
    item: WebhookDelivery,
    sortedBy: 'time',
    find,
    page: async ({ context, found, query }, page) => listDeliveries(context.db, found, query.status, page),
    keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
    present: (delivery, { found }) => presentDelivery(delivery, found),
  }),
  route({
    operation: 'retryWebhookDelivery',
    method: 'POST',
    path: '/webhook_endpoints/:id/deliveries/:delivery_id/retry',
    effects: ['contacts-others'],
    summary: 'Send an event again now',
    reply: WebhookDelivery,
    find,
    handle: async ({ context, found, partId }) =>
      presentDelivery(await retryDelivery(context, found, partId), found),
  }),
];
