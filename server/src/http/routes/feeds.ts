import type { Account } from '../../accounts/account.js';
import { changeFeedStatus, deleteFeed, readFeed, updateFeed } from '../../feeds/change-feed.js';
import { createFeed } from '../../feeds/create-feed.js';
import { listFeeds, type Feed as FeedRow } from '../../feeds/feed-store.js';
import type { Context } from '../../platform/context.js';
import { list, route } from '../route.js';
import { CreatedFeed, Feed, FeedChanges, NewFeed, presentCreatedFeed, presentFeed } from '../../wire/feed.js';
import { Deleted, deleted } from '../../wire/fields.js';
import { toDate } from '../../wire/times.js';

const find = (context: Context, account: Account, id: string): Promise<FeedRow> =>
  readFeed(context, account.id, id);

export const feedRoutes = [
  list({
    path: '/feeds',
    summary: 'Feeds, newest first',
    item: Feed,
    sortedBy: 'time',
    page: ({ context, account }, page) => listFeeds(context.db, account.id, page),
    keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
    present: presentFeed,
  }),
  route({
    method: 'GET',
    path: '/feeds/:id',
    summary: 'A feed',
    reply: Feed,
    handle: async ({ context, account, id }) => presentFeed(await find(context, account, id)),
  }),
  route({
    method: 'POST',
    path: '/feeds',
    summary: 'Create a feed; its first health check is part of it',
    body: NewFeed,
    reply: CreatedFeed,
    handle: async ({ context, account, body }) => {
      const feed = await createFeed(context, account, {
        type: body.type,
        serverId: body.server_id ?? null,
        externalId: body.external_id ?? null,
        collectionScope: body.collection_scope ?? 'all',
        activatedAt: toDate(body.activated_at),
      });
      return presentCreatedFeed(feed);
    },
  }),
  route({
    method: 'PATCH',
    path: '/feeds/:id',
    summary: 'Change server and external id',
    body: FeedChanges,
    reply: Feed,
    find,
    handle: async ({ context, account, id, body }) =>
      presentFeed(
        await updateFeed(context, account, id, { serverId: body.server_id, externalId: body.external_id }),
      ),
  }),
  route({
    method: 'DELETE',
    path: '/feeds/:id',
    summary: 'Delete a feed; its deposits stay',
    reply: Deleted,
    handle: async ({ context, account, id }) => {
      await deleteFeed(context, account.id, id);
      return deleted(id);
    },
  }),
  statusRoute('activate', 'active', 'Activate a feed'),
  statusRoute('deactivate', 'inactive', 'Deactivate a feed: it no longer collects'),
];

function statusRoute(verb: 'activate' | 'deactivate', status: FeedRow['status'], summary: string) {
  return route({
    method: 'POST',
    path: `/feeds/:id/${verb}`,
    summary,
    reply: Feed,
    find,
    handle: async ({ context, account, id }) =>
      presentFeed(await changeFeedStatus(context, account.id, id, status)),
  });
}
