import { claimPendingEvents, listPendingEvents, type PendingEvent } from '../events/pending-event-store.js';
import { selectedTypes, type EventType } from '../events/event-types.js';
import type { Event } from '../events/event-list-store.js';
import { realTime, type Context } from '../../database/context.js';
import { idAt } from '../../platform/ids.js';
import { insertDeliveries, type NewDelivery } from './delivery-store.js';
import { enabledEndpointsOf, type Subscription } from './pending-delivery-store.js';

/** A new delivery with what it delivers. */
export interface Dispatched {
  readonly delivery: NewDelivery;
  readonly event: Event;
}

/** In one transaction, which is therefore short. */
const batchSize = 1_000;

/** Assigns pending events to the endpoints that want them. Returns undefined if there were none. */
export async function dispatchEvents(context: Context): Promise<Dispatched[] | undefined> {
  const { db } = context;
  const events = await listPendingEvents(db, batchSize);
  if (events.length === 0) return undefined;
  const accounts = [...new Set(events.flatMap(({ lineage }) => lineage))];
  const subscribers = subscribersOf(await enabledEndpointsOf(db, accounts));
  const now = realTime(context);
  return db.transaction(async (tx) => {
    // Another process may have done this a moment ago, before it lost its lead.
    const claimed = await claimPendingEvents(tx, events);
    const dispatched = events
      .filter(({ id }) => claimed.has(id))
      .flatMap((event) => subscribers(event).map((endpoint) => dispatchTo(endpoint, event, now)));
    await insertDeliveries(
      tx,
      dispatched.map(({ delivery }) => delivery),
    );
    return dispatched;
  });
}

function subscribersOf(endpoints: readonly Subscription[]): (event: PendingEvent) => Subscription[] {
  const byAccount = new Map<
    string,
    { readonly endpoint: Subscription; readonly types: ReadonlySet<EventType> }[]
  >();
  for (const endpoint of endpoints) {
    const known = byAccount.get(endpoint.accountId) ?? [];
    byAccount.set(endpoint.accountId, [
      ...known,
      { endpoint, types: new Set(selectedTypes(endpoint.events)) },
    ]);
  }
  return ({ accountId, lineage, type }) =>
    lineage
      .flatMap((one) => byAccount.get(one) ?? [])
      .filter(({ endpoint, types }) => {
        const isReached = endpoint.includeDescendants || endpoint.accountId === accountId;
        return isReached && types.has(type);
      })
      .map(({ endpoint }) => endpoint);
}

const dispatchTo = ({ accountId, id }: Subscription, event: PendingEvent, now: Date): Dispatched => ({
  delivery: {
    id: idAt(now),
    accountId,
    endpointId: id,
    createdAt: now,
    eventAccountId: event.accountId,
    eventId: event.id,
    eventType: event.type,
  },
  event,
});
