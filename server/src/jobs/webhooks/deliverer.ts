import { dispatchEvents } from '../../features/webhooks/dispatch-events.js';
import type {
  DeliveryResult,
  EndpointReference,
  WaitingEndpoint,
} from '../../features/webhooks/pending-delivery-store.js';
import { delayAfter } from '../../features/webhooks/retry-schedule.js';
import { keysUnreadable, sendAttempt, type Outcome } from '../../features/webhooks/send-attempt.js';
import { realTime, type Context } from '../../database/context.js';
import type { DelivererOptions } from './deliverer-options.js';
import { evaluateAttempt } from './evaluate-attempt.js';
import type { DeliveryQueue, Ready } from './delivery-queue.js';
import { DeliveryQueues } from './delivery-queues.js';
import { ResultBuffer } from './result-buffer.js';

/** Attempts in one step at endpoints that fail, or have not answered yet. */
const triesPerStep = 50;

/** Delivers the events of one database: the live one, or that of a sandbox. All scheduling is in memory. */
export class Deliverer {
  #context: Context;
  readonly #options: DelivererOptions;
  readonly #lanes: DeliveryQueues;
  /** Lanes that could send if the budget had room. */
  readonly #held = new Set<DeliveryQueue>();
  readonly #results: ResultBuffer;
  #sending = 0;
  #isStopping = false;
  #isHoldingBack = false;

  constructor(context: Context, options: DelivererOptions) {
    this.#context = context;
    this.#options = options;
    this.#lanes = new DeliveryQueues((delivery, error) => {
      this.#fail(delivery, error);
    });
    this.#results = new ResultBuffer((stored) => {
      this.#forget(stored);
    });
  }

  /** Same database, newer clock. */
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
  addWaiting(waiting: readonly WaitingEndpoint[]): void {
    this.#lanes.addWaiting(waiting);
  }

  /** An endpoint has changed, or has got deliveries. */
  reloadEndpoint(key: EndpointReference): void {
    this.#lanes.of(key).reopen();
  }

  /** Does what is due. Returns whether there may be more to do at once. */
  async step(): Promise<boolean> {
    try {
      await this.#results.store(this.#context);
      const dispatched = await dispatchEvents(this.#context);
      if (dispatched) await this.#lanes.offer(this.#context, dispatched);
      const isFilled = await this.#lanes.fill(this.#context);
      this.#sendAll();
      return dispatched !== undefined || isFilled || this.#isHoldingBack;
    } finally {
      this.#lanes.releaseUnready();
    }
  }

  /** Sends nothing more. Results of what is under way are stored by `storeRest`. */
  stop(): void {
    this.#isStopping = true;
  }

  storeRest(): Promise<void> {
    return this.#results.store(this.#context);
  }

  /** Without a request. An event that is not kept cannot be sent later either. */
  #fail(delivery: Ready['delivery'], error: 'event_not_kept' | 'other'): void {
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
    const lanes = this.#lanes.all.filter((lane) => lane.canSend(this.#now));
    for (const lane of lanes) if (lane.lastAttemptSucceeded) this.#send(lane);
    const others = lanes.filter(({ lastAttemptSucceeded }) => !lastAttemptSucceeded);
    for (const lane of others.slice(0, triesPerStep)) this.#send(lane);
    this.#isHoldingBack = others.length > triesPerStep;
  }

  /** Starts as many attempts as the lane and the budget allow. */
  #send(lane: DeliveryQueue): void {
    const { budget, lost } = this.#options;
    while (!this.#isStopping && !lost.aborted && !this.#results.isFull && lane.canSend(this.#now)) {
      const share = this.#options.budgetKeyOf(lane.endpoint?.rootId ?? '');
      const { isLimited } = lane;
      if (!budget.take(share, isLimited)) {
        this.#held.add(lane);
        return;
      }
      const next = this.#lanes.next(lane);
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

  async #attempt(lane: DeliveryQueue, { delivery, body }: Ready): Promise<Outcome> {
    const now = realTime(this.#context);
    const { endpoint } = lane;
    const keys = lane.keysOf(this.#context);
    if (!keys || !endpoint) return keysUnreadable(now);
    const message = { url: endpoint.url, id: delivery.eventId, body, keys };
    return sendAttempt(message, this.#options.transport, now, this.#options.lost);
  }

  #conclude(lane: DeliveryQueue, { delivery }: Ready, outcome: Outcome): void {
    this.#options.onAttempt(outcome);
    const failingSince = lane.endpoint?.failingSince ?? null;
    const judgement = evaluateAttempt(outcome, { ...delivery, failingSince }, lane.failures, this.#now);
    this.#results.add({ delivery, ...judgement.result });
    if (outcome.error === null) lane.succeed(outcome.durationMs);
    else {
      lane.fail(judgement.pausedUntil);
      this.#lanes.trim(lane);
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

  /** Results are stored, so the database can be asked again about their deliveries. */
  #forget(stored: readonly DeliveryResult[]): void {
    for (const { delivery, nextAttemptAt } of stored) {
      const lane = this.#lanes.find(delivery.endpointId);
      lane?.known.delete(delivery.id);
      if (lane && nextAttemptAt) lane.nextAt = Math.min(lane.nextAt, nextAttemptAt.getTime());
    }
  }
}
