import { findEvents, type Event } from '../../features/events/event-list-store.js';
import type { Dispatched } from '../../features/webhooks/dispatch-events.js';
import {
  findDeliverable,
  listPendingDeliveries,
  type EndpointReference,
  type PendingDelivery,
  type WaitingEndpoint,
} from '../../features/webhooks/pending-delivery-store.js';
import { realTime, type Context } from '../../database/context.js';
import { DeliveryQueue, type Ready } from './delivery-queue.js';
import { writeBodies } from './write-bodies.js';

/** Lanes that are filled in one step, so that new events are not kept waiting. */
const lanesPerStep = 50;

/** Lanes that are filled together. */
const lanesAtATime = 10;

/** Text of all lanes together: they are filled no further. */
const maxReadyBytes = 32 * 1024 * 1024;

/** A delivery that is in its lane, but not ready yet. */
interface Taken {
  readonly delivery: Ready['delivery'];
  readonly lane: DeliveryQueue;
}

type OnUnsendable = (delivery: Ready['delivery'], error: 'event_not_kept' | 'other') => void;

/** The lanes of all endpoints that have something to send: reads their deliveries, and keeps within bounds what is in memory. */
export class DeliveryQueues {
  /** By endpoint. Those that were filled last come last. */
  readonly #lanes = new Map<string, DeliveryQueue>();
  /** Taken into their lanes in this step, by id, but not ready yet. */
  readonly #unready = new Map<string, DeliveryQueue>();
  readonly #onUnsendable: OnUnsendable;
  #readyBytes = 0;

  /** `onUnsendable`: there is nothing to send. The result has to be stored. */
  constructor(onUnsendable: OnUnsendable) {
    this.#onUnsendable = onUnsendable;
  }

  get all(): readonly DeliveryQueue[] {
    return [...this.#lanes.values()];
  }

  find(endpointId: string): DeliveryQueue | undefined {
    return this.#lanes.get(endpointId);
  }

  /** Endpoints that have pending deliveries. */
  addWaiting(waiting: readonly WaitingEndpoint[]): void {
    for (const { nextAttemptAt, ...key } of waiting) {
      const lane = this.of(key);
      // What is in memory already is not due again.
      if (lane.known.size === 0) lane.nextAt = Math.min(lane.nextAt, nextAttemptAt.getTime());
      else lane.hasMore = true;
    }
  }

  of(key: EndpointReference): DeliveryQueue {
    const known = this.#lanes.get(key.endpointId);
    if (known) return known;
    const lane = new DeliveryQueue(key);
    this.#lanes.set(key.endpointId, lane);
    return lane;
  }

  /** Puts new deliveries into their lanes, as far as these have room. */
  async offer(context: Context, dispatched: readonly Dispatched[]): Promise<void> {
    const now = realTime(context).getTime();
    const fresh = dispatched.map(({ delivery, event }) => ({
      delivery: { ...delivery, attemptCount: 0 },
      event,
      lane: this.of(delivery),
    }));
    await this.#open(context, [...new Set(fresh.map(({ lane }) => lane))]);
    const taken = fresh.filter(({ delivery, lane }) => {
      const isTaken = lane.canTake(now) && this.#hasMemory;
      if (isTaken) this.#take(lane, delivery.id);
      else lane.hasMore = true;
      return isTaken;
    });
    await this.#makeReady(context, taken);
  }

  /** Reads due deliveries from the database. Returns whether there may be more. */
  async fill(context: Context): Promise<boolean> {
    const now = realTime(context).getTime();
    const stale: DeliveryQueue[] = [];
    const due: DeliveryQueue[] = [];
    for (const lane of this.#lanes.values()) {
      if (lane.isIdle(now)) this.#drop(lane);
      else {
        if (lane.isStale) stale.push(lane);
        if (due.length < lanesPerStep && lane.isDue(now)) due.push(lane);
      }
    }
    await this.#open(context, [...new Set([...stale, ...due])]);
    const open = due.filter((lane) => this.#lanes.get(lane.key.endpointId) === lane);
    // A few at a time, because only what is ready counts as memory.
    for (let first = 0; first < open.length && this.#hasMemory; first += lanesAtATime)
      await this.#fillSome(context, open.slice(first, first + lanesAtATime), now);
    return this.#hasMemory && due.length > 0;
  }

  /** Takes the next one that is ready out of its lane. */
  next(lane: DeliveryQueue): Ready {
    const next = lane.ready.shift() as Ready;
    this.#readyBytes -= next.body.length;
    return next;
  }

  /** An endpoint that fails is left with few deliveries in memory. */
  trim(lane: DeliveryQueue): void {
    for (const { delivery, body } of lane.ready.splice(lane.room)) {
      this.#readyBytes -= body.length;
      lane.known.delete(delivery.id);
      lane.hasMore = true;
    }
  }

  /** After an error, what did not become ready is read again. */
  releaseUnready(): void {
    for (const [id, lane] of this.#unready) {
      lane.known.delete(id);
      lane.hasMore = true;
    }
    this.#unready.clear();
  }

  #take(lane: DeliveryQueue, id: string): void {
    lane.known.add(id);
    this.#unready.set(id, lane);
  }

  get #hasMemory(): boolean {
    return this.#readyBytes < maxReadyBytes;
  }

  /** Reads the endpoints of lanes that have none yet. Lanes of those that are disabled or deleted are dropped. */
  async #open({ db }: Context, lanes: readonly DeliveryQueue[]): Promise<void> {
    const closed = lanes.filter(({ endpoint, isStale }) => !endpoint || isStale);
    if (closed.length === 0) return;
    const found = await findDeliverable(
      db,
      closed.map(({ key }) => key),
    );
    const byId = new Map(found.map((endpoint) => [endpoint.id, endpoint]));
    for (const lane of closed) {
      const endpoint = byId.get(lane.key.endpointId);
      if (endpoint) lane.open(endpoint);
      else this.#drop(lane);
    }
  }

  #drop(lane: DeliveryQueue): void {
    for (const { body } of lane.ready.splice(0)) this.#readyBytes -= body.length;
    lane.endpoint = undefined;
    if (this.#lanes.get(lane.key.endpointId) === lane) this.#lanes.delete(lane.key.endpointId);
  }

  async #fillSome(context: Context, lanes: readonly DeliveryQueue[], now: number): Promise<void> {
    const read = [];
    for (const lane of lanes) {
      // Others come first the next time.
      this.#lanes.delete(lane.key.endpointId);
      this.#lanes.set(lane.key.endpointId, lane);
      for (const delivery of await this.#readDue(context, lane, now)) read.push({ delivery, lane });
    }
    const events = await findEvents(
      context.db,
      read.map(({ delivery }) => ({ accountId: delivery.eventAccountId, id: delivery.eventId })),
    );
    const byId = new Map(events.map((event) => [event.id, event]));
    const present = [];
    for (const one of read) {
      const event = byId.get(one.delivery.eventId);
      if (event) present.push({ ...one, event });
      else this.#refuse(one, 'event_not_kept');
    }
    await this.#makeReady(context, present);
  }

  async #readDue({ db }: Context, lane: DeliveryQueue, now: number): Promise<PendingDelivery[]> {
    const limit = lane.room + lane.known.size;
    const pending = await listPendingDeliveries(db, lane.key, limit);
    const others = pending.filter(({ id }) => !lane.known.has(id));
    const due = others.filter(({ nextAttemptAt }) => nextAttemptAt.getTime() <= now).slice(0, lane.room);
    const later = others[due.length];
    lane.hasMore = later ? later.nextAttemptAt.getTime() <= now : pending.length === limit;
    lane.nextAt = later?.nextAttemptAt.getTime() ?? Infinity;
    for (const { id } of due) this.#take(lane, id);
    return due;
  }

  async #makeReady(context: Context, items: readonly (Taken & { readonly event: Event })[]): Promise<void> {
    const bodies = await writeBodies(
      context,
      items.map(({ event, lane }) => ({ event, revision: lane.endpoint?.revision ?? '' })),
    );
    items.forEach(({ delivery, lane }, index) => {
      const body = bodies[index];
      if (body === undefined) {
        this.#refuse({ delivery, lane }, 'other');
        return;
      }
      lane.ready.push({ delivery, body });
      this.#readyBytes += body.length;
      this.#unready.delete(delivery.id);
    });
  }

  /** It stays known until its result is stored. */
  #refuse({ delivery, lane }: Taken, error: 'event_not_kept' | 'other'): void {
    lane.known.add(delivery.id);
    this.#unready.delete(delivery.id);
    this.#onUnsendable(delivery, error);
  }
}
