import type { Static } from '@sinclair/typebox';
import type { Account } from '../../features/accounts/account.js';
import { changeFeedStatus, deleteFeed, readFeed, updateFeed } from '../../features/feeds/change-feed.js';
import { checkNewFeed, createFeed, type NewFeedInput } from '../../features/feeds/create-feed.js';
import { pushReadings } from '../../features/feeds/collecting/push-readings.js';
import { listFeeds, type Feed as FeedRow } from '../../features/feeds/feed-store.js';
import type { Context } from '../../database/context.js';
import type { Caller } from '../caller.js';
import { list, route } from '../route.js';
import { CreatedFeed, Feed, FeedChanges, NewFeed, presentCreatedFeed, presentFeed } from '../../wire/feed.js';
import { Deleted, deleted } from '../../wire/fields.js';
import { readingFormats } from '../../wire/reading-formats.js';
import { NewReadings, presentDepositedReadings, pushOf, TakenReadings } from '../../wire/reading.js';
import { toDate } from '../../wire/times.js';

const find = (context: Context, account: Account, id: string): Promise<FeedRow> =>
  readFeed(context, account.id, id);

export const feedRoutes = [
  list({
    operation: 'listFeeds',
    path: '/feeds',
    summary: 'Feeds, newest first',
    item: Feed,
    sortedBy: 'time',
    page: ({ context, account }, page) => listFeeds(context.db, account.id, page),
    keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
    present: presentFeed,
  }),
  route({
    operation: 'getFeed',
    method: 'GET',
    path: '/feeds/:id',
    summary: 'A feed',
    reply: Feed,
    find,
    handle: ({ found }) => Promise.resolve(presentFeed(found)),
  }),
  route({
    operation: 'createFeed',
    method: 'POST',
    path: '/feeds',
    effects: ['contacts-others'],
    summary: 'Create a feed; its first health check is part of it',
    body: NewFeed,
    reply: CreatedFeed,
    prepare: ({ context, account, caller, body }) => checkNewFeed(context, account, inputOf(body, caller)),
    handle: async ({ context, account, caller, body }, health) =>
      presentCreatedFeed(await createFeed(context, account, inputOf(body, caller), health)),
  }),
  route({
    operation: 'updateFeed',
    method: 'PATCH',
    path: '/feeds/:id',
    effects: ['contacts-others'],
    summary: 'Change server and external id',
    body: FeedChanges,
    reply: Feed,
    find,
    handle: async ({ context, account, caller, found, body }) =>
      presentFeed(
        await updateFeed(context, account, found, {
          serverId: body.server_id,
          externalId: body.external_id,
          serverPassword: body.server_password,
          changedBy: caller.id,
        }),
      ),
  }),
  route({
    operation: 'deleteFeed',
    method: 'DELETE',
    path: '/feeds/:id',
    summary: 'Delete a feed; its deposits stay',
    reply: Deleted,
    find,
    handle: async ({ context, account, id }) => {
      await deleteFeed(context, account.id, id);
      return deleted(id);
    },
  }),
  route({
    operation: 'pushReadings',
    method: 'POST',
    path: '/feeds/:id/readings',
    scopes: ['readings'],
    summary: 'Send counter readings of devices, and deposit what they printed since their last reading',
    body: NewReadings,
    formats: readingFormats,
    reply: TakenReadings,
    find,
    handle: async ({ context, account, id, body }) =>
      presentDepositedReadings(await pushReadings(context, account, id, await pushOf(body))),
  }),
  statusRoute('activate', 'active', 'Activate a feed'),
  statusRoute('deactivate', 'inactive', 'Deactivate a feed, which is then no longer collected'),
];

function statusRoute(verb: 'activate' | 'deactivate', status: FeedRow['status'], summary: string) {
  return route({
    operation: `${verb}Feed`,
    method: 'POST',
    path: `/feeds/:id/${verb}`,
    effects: status === 'active' ? ['contacts-others'] : [],
    summary,
    reply: Feed,
    find,
    handle: async ({ context, account, id }) =>
      presentFeed(await changeFeedStatus(context, account.id, id, status)),
  });
}

const inputOf = (body: Static<typeof NewFeed>, caller: Caller): NewFeedInput => ({
  type: body.type,
  serverId: body.server_id ?? null,
  externalId: body.external_id ?? null,
  collectionScope: body.collection_scope ?? 'all',
  activatedAt: toDate(body.activated_at),
  serverPassword: body.server_password,
  createdBy: caller.id,
});
