import { Type } from '@sinclair/typebox';
import type { Account, AccountId } from '../../../features/accounts/account.js';
import { readFeed } from '../../../features/feeds/change-feed.js';
import { listFeeds, type Feed } from '../../../features/feeds/feed-store.js';
import { checkFeedNow, collectFeedNow } from '../../../features/feeds/feeds-on-demand.js';
import { deviceKey, deviceOrders, listDevices } from '../../../features/feeds/device-list-store.js';
import { listReadings, readingKey } from '../../../features/feeds/collecting/reading-store.js';
import { withServerUrl, type FeedDetails as FeedDetailsRow } from '../../../features/feeds/feed-details.js';
import type { Context } from '../../../database/context.js';
import { missing } from '../../../platform/errors.js';
import { isUuid } from '../../../platform/ids.js';
import { isoDay, startOfMonth } from '../../../platform/time/months.js';
import { sources } from '../../../sources/index.js';
import {
  CollectedFeed,
  FeedDevice,
  FeedReading,
  FeedType,
  presentCollectedFeed,
  presentFeedDevice,
  presentFeedReading,
  presentFeedDetails,
  FeedDetails,
} from '../../../wire/dashboard/feeds.js';
import { readOrder, SortBy } from '../../../wire/dashboard/list-order.js';
import type { Caller } from '../../caller.js';
import { list, route } from '../../route.js';

const find = (context: Context, account: Account, id: string): Promise<Feed> =>
  readFeed(context, account.id, id);

interface FeedCall {
  readonly context: Context;
  readonly account: Account;
  readonly caller: Caller;
}

/** Servers of accounts above the caller are hidden, even if its feeds may use them. */
const detailsOf = (
  { context, account, caller }: FeedCall,
  feeds: readonly Feed[],
): Promise<FeedDetailsRow[]> => withServerUrl(context.db, accessibleAccounts(account, caller), feeds);

const accessibleAccounts = ({ lineage }: Account, caller: Caller): AccountId[] =>
  lineage.slice(lineage.indexOf(caller.id));

async function presentDetails(call: FeedCall, feed: Feed) {
  const [details] = await detailsOf(call, [feed]);
  return presentFeedDetails(details ?? { ...feed, serverUrl: null });
}

export const listedFeeds = list({
  operation: 'listFeedDetails',
  path: '/feeds',
  summary: 'Feeds and their health, newest first',
  item: FeedDetails,
  sortedBy: 'time',
  page: async (call, page) => detailsOf(call, await listFeeds(call.context.db, call.account.id, page)),
  keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
  present: presentFeedDetails,
});

export const listedReadings = list({
  operation: 'listFeedReadings',
  path: '/feeds/:id/readings',
  summary: 'The readings of a feed, newest first, and the pages that each added',
  item: FeedReading,
  sortedBy: 'reading',
  page: async ({ context, account, id }, page) => {
    if (!isUuid(id)) throw missing('There is no such feed');
    await find(context, account, id);
    return listReadings(context.db, account.id, id, page);
  },
  keyOf: readingKey,
  present: presentFeedReading,
});

export const listedDevices = list({
  operation: 'listFeedDevices',
  path: '/feeds/:id/devices',
  summary: 'The devices of a feed, in any order, and what each printed this month',
  query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 255 })), sort: SortBy(deviceOrders) }),
  item: FeedDevice,
  sortedBy: 'device',
  find,
  page: ({ context, account, id, query }, page) =>
    listDevices(
      context.db,
      account.id,
      id,
      {
        order: readOrder(query.sort, 'device'),
        month: isoDay(startOfMonth(context.clock())),
        text: (query.q ?? '').trim(),
      },
      page,
    ),
  keyOf: deviceKey,
  present: (device, { context }) => presentFeedDevice(device, context.clock()),
});

export const feedRoutes = [
  route({
    operation: 'listFeedTypes',
    method: 'GET',
    path: '/feed-types',
    summary: 'The types of feeds that are read by the service itself, and what they need',
    reply: Type.Array(FeedType),
    handle: ({ context: { sandbox } }) =>
      Promise.resolve(
        [...sources]
          .filter(([, { isSimulated = false }]) => isSimulated === (sandbox !== undefined))
          .map(([type, { needsExternalId, hostsOf, isSimulated }]) => ({
            type,
            needs_server: !isSimulated,
            needs_external_id: needsExternalId,
            names_hosts: hostsOf !== undefined,
          })),
      ),
  }),
  listedFeeds,
  route({
    operation: 'getFeedDetails',
    method: 'GET',
    path: '/feeds/:id',
    summary: 'A feed, and how it is',
    reply: FeedDetails,
    find,
    handle: (call) => presentDetails(call, call.found),
  }),
  route({
    operation: 'checkFeed',
    method: 'POST',
    path: '/feeds/:id/check',
    summary: 'Ask the source of a feed now whether it answers',
    reply: FeedDetails,
    acceptsIdempotencyKey: false,
    find,
    handle: async (call) => presentDetails(call, await checkFeedNow(call.context, call.found)),
  }),
  route({
    operation: 'collectFeed',
    method: 'POST',
    path: '/feeds/:id/collect',
    summary: 'Read the devices of a feed now, and deposit what they printed',
    reply: CollectedFeed,
    acceptsIdempotencyKey: false,
    find,
    handle: async (call) => {
      const collected = await collectFeedNow(call.context, call.found);
      const [details] = await detailsOf(call, [collected.feed]);
      return presentCollectedFeed(collected, details?.serverUrl ?? null);
    },
  }),
  listedDevices,
  listedReadings,
];
