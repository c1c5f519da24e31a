import { findEvents, type Event } from '../../features/events/event-list-store.js';
import { dispatchEvents } from '../../features/webhooks/dispatch-events.js';
import {
  findDeliverable,
  listPendingDeliveries,
  type DeliveryResult,
  type LaneKey,
  type WaitingLane,
} from '../../features/webhooks/lane-store.js';
import { delayAfter } from '../../features/webhooks/retry-schedule.js';
import { keysUnreadable, sendAttempt, type Outcome } from '../../features/webhooks/send-attempt.js';
import { realTime, type Context } from '../../database/context.js';
import type { DelivererOptions } from './deliverer-options.js';
import { judge } from './judge.js';
import { Lane, type Ready } from './lane.js';
import { Results } from './results.js';
import { writeBodies } from './write-bodies.js';

/** Lanes that are filled in one step, so that new events are not kept waiting. */
const lanesPerStep = 50;

/** Lanes that are filled together. */
const lanesAtATime = 10;

/** Attempts in one step at endpoints that fail, or have not answered yet. */
const triesPerStep = 50;

/** Text of all lanes together: they are filled no further. */
const maxReadyBytes = 32 * 1024 * 1024;

type Unwritten = Omit<Ready, 'body'>;

/** Delivers the events of one database: the live one, or that of a sandbox. All scheduling is in memory. */
export class Deliverer {
  #context: Context;
  readonly #options: DelivererOptions;
  /** By endpoint. Those that were filled last come last. */
  readonly #lanes = new Map<string, Lane>();
  /** Lanes that could send if the budget had room. */
  readonly #held = new Set<Lane>();
  readonly #results: Results;
  /** Taken into their lanes in this step, by id, but not ready yet. */
  readonly #unready = new Map<string, Lane>();
  #readyBytes = 0;
  #sending = 0;
  #isStopping = false;
  #isHoldingBack = false;

  constructor(context: Context, options: DelivererOptions) {
    this.#context = context;
    this.#options = options;
    this.#results = new Results((stored) => {
      this.#forget(stored);
    });
  }

  /** Of the same database, with another time. */
  use(context: Context): void {
    this.#context = context;
  }

  get #now(): number {
    return realTime(this.#context).getTime();
  }

  get isSending(): boolean {
    return this.#sending > 0;
  }

  /** Endpoints that have pending deliveries. */
  expect(waiting: readonly WaitingLane[]): void {
    for (const { nextAttemptAt, ...key } of waiting) {
      const lane = this.#laneOf(key);
      // What is in memory already is not due again.
      if (lane.known.size === 0) lane.nextAt = Math.min(lane.nextAt, nextAttemptAt.getTime());
      else lane.isMore = true;
    }
  }

  /** An endpoint has changed, or has got deliveries. */
  change(key: LaneKey): void {
    this.#laneOf(key).reopen();
  }

  /** Does what is due. Returns whether there may be more to do at once. */
  async step(): Promise<boolean> {
    try {
      await this.#results.store(this.#context);
      const dispatched = await dispatchEvents(this.#context);
      if (dispatched) await this.#offer(dispatched);
      const isFilled = await this.#fill();
      this.#sendAll();
      return dispatched !== undefined || isFilled || this.#isHoldingBack;
    } finally {
      this.#giveBack();
    }
  }

  /** After an error, what did not become ready is read again. */
  #giveBack(): void {
    for (const [id, lane] of this.#unready) {
      lane.known.delete(id);
      lane.isMore = true;
    }
    this.#unready.clear();
  }

  #take(lane: Lane, id: string): void {
    lane.known.add(id);
    this.#unready.set(id, lane);
  }

  /** Sends nothing more. Results of what is under way are stored by `storeRest`. */
  stop(): void {
    this.#isStopping = true;
  }

  storeRest(): Promise<void> {
    return this.#results.store(this.#context);
  }

  #laneOf(key: LaneKey): Lane {
    const known = this.#lanes.get(key.endpointId);
    if (known) return known;
    const lane = new Lane(key);
    this.#lanes.set(key.endpointId, lane);
    return lane;
  }

  /** Puts new deliveries into their lanes, as far as these have room. */
  async #offer(dispatched: Awaited<ReturnType<typeof dispatchEvents>>): Promise<void> {
    const fresh = (dispatched ?? []).map(({ delivery, event }) => ({
      delivery: { ...delivery, attemptCount: 0 },
      event,
      lane: this.#laneOf(delivery),
    }));
    await this.#open([...new Set(fresh.map(({ lane }) => lane))]);
    const taken = fresh.filter(({ delivery, lane }) => {
      const isTaken = lane.canTake(this.#now) && this.#hasMemory;
      if (isTaken) this.#take(lane, delivery.id);
      else lane.isMore = true;
      return isTaken;
    });
    await this.#makeReady(taken);
  }

  get #hasMemory(): boolean {
    return this.#readyBytes < maxReadyBytes;
  }

  /** Reads the endpoints of lanes that have none yet. Lanes of those that are disabled or deleted are dropped. */
  async #open(lanes: readonly Lane[]): Promise<void> {
    const closed = lanes.filter(({ endpoint, isStale }) => !endpoint || isStale);
    if (closed.length === 0) return;
    const found = await findDeliverable(
      this.#context.db,
      closed.map(({ key }) => key),
    );
    const byId = new Map(found.map((endpoint) => [endpoint.id, endpoint]));
    for (const lane of closed) {
      const endpoint = byId.get(lane.key.endpointId);
      if (endpoint) lane.open(endpoint);
      else this.#drop(lane);
    }
  }

  #drop(lane: Lane): void {
    for (const { body } of lane.ready.splice(0)) this.#readyBytes -= body.length;
    this.#held.delete(lane);
    lane.endpoint = undefined;
    if (this.#lanes.get(lane.key.endpointId) === lane) this.#lanes.delete(lane.key.endpointId);
  }

  /** Reads due deliveries from the database. */
  async #fill(): Promise<boolean> {
    const now = this.#now;
    const stale: Lane[] = [];
    const due: Lane[] = [];
    for (const lane of this.#lanes.values()) {
      if (lane.isIdle(now)) this.#drop(lane);
      else {
        if (lane.isStale) stale.push(lane);
        if (due.length < lanesPerStep && lane.isDue(now)) due.push(lane);
      }
    }
    await this.#open([...new Set([...stale, ...due])]);
    const open = due.filter((lane) => this.#lanes.get(lane.key.endpointId) === lane);
    // A few at a time, because only what is ready counts as memory.
    for (let first = 0; first < open.length && this.#hasMemory; first += lanesAtATime)
      await this.#fillLanes(open.slice(first, first + lanesAtATime), now);
    return this.#hasMemory && due.length > 0;
  }

  async #fillLanes(lanes: readonly Lane[], now: number): Promise<void> {
    const read = [];
    for (const lane of lanes) {
      // Others come first the next time.
      this.#lanes.delete(lane.key.endpointId);
      this.#lanes.set(lane.key.endpointId, lane);
      for (const delivery of await this.#readDue(lane, now)) read.push({ delivery, lane });
    }
    const events = await findEvents(
      this.#context.db,
      read.map(({ delivery }) => ({ accountId: delivery.eventAccountId, id: delivery.eventId })),
    );
    const byId = new Map(events.map((event) => [event.id, event]));
    const present = [];
    for (const one of read) {
      const event = byId.get(one.delivery.eventId);
      if (event) present.push({ ...one, event });
      else this.#fail(one.lane, one.delivery, 'event_not_kept');
    }
    await this.#makeReady(present);
  }

  async #readDue(lane: Lane, now: number) {
    const limit = lane.room + lane.known.size;
    const pending = await listPendingDeliveries(this.#context.db, lane.key, limit);
    const others = pending.filter(({ id }) => !lane.known.has(id));
    const due = others.filter(({ nextAttemptAt }) => nextAttemptAt.getTime() <= now).slice(0, lane.room);
    const later = others[due.length];
    lane.isMore = later ? later.nextAttemptAt.getTime() <= now : pending.length === limit;
    lane.nextAt = later?.nextAttemptAt.getTime() ?? Infinity;
    for (const { id } of due) this.#take(lane, id);
    return due;
  }

  async #makeReady(
    items: readonly {
      readonly delivery: Unwritten['delivery'];
      readonly event: Event;
      readonly lane: Lane;
    }[],
  ): Promise<void> {
    const bodies = await writeBodies(
      this.#context,
      items.map(({ event, lane }) => ({ event, revision: lane.endpoint?.revision ?? '' })),
    );
    items.forEach(({ delivery, lane }, index) => {
      const body = bodies[index];
      if (body === undefined) {
        this.#fail(lane, delivery, 'other');
        return;
      }
      lane.ready.push({ delivery, body });
      this.#readyBytes += body.length;
      this.#unready.delete(delivery.id);
    });
  }

  /** Without a request. An event that is not kept cannot be sent later either. */
  #fail(lane: Lane, delivery: Unwritten['delivery'], error: 'event_not_kept' | 'other'): void {
    lane.known.add(delivery.id);
    this.#unready.delete(delivery.id);
    const now = this.#now;
    const delay = error === 'other' ? delayAfter(delivery.attemptCount + 1, undefined) : undefined;
    const attempt = {
      at: new Date(now).toISOString(),
      statusCode: null,
      durationMs: 0,
      error,
      responseExcerpt: null,
    };
    this.#results.add({
      delivery,
      attempt,
      ...(delay === undefined
        ? { status: 'failed', nextAttemptAt: null }
        : { status: 'pending', nextAttemptAt: new Date(now + delay) }),
    });
    this.#options.onResult();
  }

  /** First to endpoints that work. The others, which may all be dead, take turns, because each attempt costs time. */
  #sendAll(): void {
    const lanes = [...this.#lanes.values()].filter((lane) => lane.canSend(this.#now));
    for (const lane of lanes) if (lane.works) this.#send(lane);
    const others = lanes.filter(({ works }) => !works);
    for (const lane of others.slice(0, triesPerStep)) this.#send(lane);
    this.#isHoldingBack = others.length > triesPerStep;
  }

  /** Starts as many attempts as the lane and the budget allow. */
  #send(lane: Lane): void {
    const { budget, lost } = this.#options;
    while (!this.#isStopping && !lost.aborted && !this.#results.isFull && lane.canSend(this.#now)) {
      const share = this.#options.shareOf(lane.endpoint?.rootId ?? '');
      const { isLimited } = lane;
      if (!budget.take(share, isLimited)) {
        this.#held.add(lane);
        return;
      }
      const next = lane.ready.shift() as Ready;
      this.#readyBytes -= next.body.length;
      lane.sending += 1;
      this.#sending += 1;
      void this.#attempt(lane, next).then((outcome) => {
        budget.release(share, isLimited);
        lane.sending -= 1;
        this.#sending -= 1;
        if (!lost.aborted) this.#conclude(lane, next, outcome);
      });
    }
    this.#held.delete(lane);
  }

  async #attempt(lane: Lane, { delivery, body }: Ready): Promise<Outcome> {
    const now = realTime(this.#context);
    const { endpoint } = lane;
    const keys = lane.keysOf(this.#context);
    if (!keys || !endpoint) return keysUnreadable(now);
    const message = { url: endpoint.url, id: delivery.eventId, body, keys };
    return sendAttempt(message, this.#options.route, now, this.#options.lost);
  }

  #conclude(lane: Lane, { delivery }: Ready, outcome: Outcome): void {
    this.#options.onAttempt(outcome);
    const failingSince = lane.endpoint?.failingSince ?? null;
    const judgement = judge(outcome, { ...delivery, failingSince }, lane.failures, this.#now);
    this.#results.add({ delivery, ...judgement.result });
    if (outcome.error === null) lane.succeed(outcome.durationMs);
    else {
      lane.fail(judgement.pausedUntil);
      this.#trim(lane);
    }
    if (judgement.failingSince !== failingSince) {
      if (lane.endpoint) lane.endpoint = { ...lane.endpoint, failingSince: judgement.failingSince };
      this.#results.setFailing({ ...lane.key, since: judgement.failingSince });
    }
    if (judgement.disable) this.#results.disable({ ...lane.key, reason: judgement.disable });
    this.#options.onResult();
    // Those that wait come first, in turns: otherwise the lanes that are served would keep their places for ever.
    for (const held of [...this.#held].slice(0, 2)) {
      this.#held.delete(held);
      this.#send(held);
    }
    this.#send(lane);
  }

  /** An endpoint that fails is left with few deliveries in memory. */
  #trim(lane: Lane): void {
    for (const { delivery, body } of lane.ready.splice(lane.room)) {
      this.#readyBytes -= body.length;
      lane.known.delete(delivery.id);
      lane.isMore = true;
    }
  }

  /** Results are stored, so the database can be asked again about their deliveries. */
  #forget(stored: readonly DeliveryResult[]): void {
    for (const { delivery, nextAttemptAt } of stored) {
      const lane = this.#lanes.get(delivery.endpointId);
      lane?.known.delete(delivery.id);
      if (lane && nextAttemptAt) lane.nextAt = Math.min(lane.nextAt, nextAttemptAt.getTime());
    }
  }
}
