import { Type, type Static } from '@sinclair/typebox';
import { accountsOfLevel } from '../../features/accounts/accounts-of-level.js';
import type { Account } from '../../features/accounts/account.js';
import {
  findEvent,
  listEvents,
  listEventsOfAccounts,
  type Event as EventRow,
} from '../../features/events/event-list-store.js';
import { eventSelectors, keptFrom, selectedTypes } from '../../features/events/event-types.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { DayRangeQuery, OneOf } from '../../wire/fields.js';
import { AccountEvent, presentEvents } from '../../wire/events/event.js';
import { dayRange } from '../day-range.js';
import { list, route } from '../route.js';

const EventQuery = Type.Object({
  ...DayRangeQuery.properties,
  type: Type.Optional({
    ...OneOf(eventSelectors),
    description: 'Only events of this type, or of all types of a resource, as in `order.*`',
  }),
  include_descendants: Type.Optional({
    ...OneOf(['true', 'false']),
    description: 'Whether to add the events of accounts below, of which there may be 1,000',
  }),
});

export const eventRoutes = [
  list({
    operation: 'listEvents',
    path: '/events',
    summary: 'Events, newest first',
    query: EventQuery,
    item: AccountEvent,
    sortedBy: 'time',
    page: async ({ context, account, query, revision }, page) => {
      const { start, end } = dayRange(query);
      const kept = keptFrom(context.clock());
      const request = {
        types: query.type === undefined ? undefined : selectedTypes([query.type]),
        range: { start: start && start > kept ? start : kept, end },
      };
      const { db } = context;
      const events =
        query.include_descendants === 'true'
          ? await listEventsOfAccounts(
              db,
              [...(await accountsOfLevel(db, account, 'together')).keys()],
              request,
              page,
            )
          : await listEvents(db, account.id, request, page);
      const presented = await presentEvents(context, events, revision);
      return presented.map((item, index) => ({ item, event: events[index] as EventRow }));
    },
    keyOf: ({ event: { at, id } }) => ({ sort: at, id }),
    present: ({ item }) => item,
  }),
  route({
    operation: 'getEvent',
    method: 'GET',
    path: '/events/:id',
    summary: 'An event',
    reply: AccountEvent,
    find,
    handle: async ({ context, found, revision }) => {
      const [event] = await presentEvents(context, [found], revision);
      return event as Static<typeof AccountEvent>;
    },
  }),
];

async function find({ db, clock }: Context, account: Account, id: string): Promise<EventRow> {
  const event = await findEvent(db, account.id, id);
  if (!event || event.at < keptFrom(clock())) throw missing('There is no such event');
  return event;
}
