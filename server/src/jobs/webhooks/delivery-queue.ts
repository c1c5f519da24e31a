import { openKeys, type SigningKeys } from '../../features/webhooks/endpoint-keys.js';
import type { Deliverable, EndpointReference } from '../../features/webhooks/pending-delivery-store.js';
import type { Delivery } from '../../features/webhooks/delivery-store.js';
import type { Context } from '../../database/context.js';

/** A delivery that can be sent. */
export interface Ready {
  readonly delivery: Pick<
    Delivery,
    'accountId' | 'endpointId' | 'createdAt' | 'id' | 'eventId' | 'attemptCount'
  >;
  readonly body: string;
}

/** At the same time, to an endpoint that works. One that fails, or has not answered yet, gets one at a time. */
const maxSending = { fast: 10, slow: 3 };
/** An endpoint that takes longer is slow. */
const slowMs = 1_000;
/** In memory. The others are read from the database as these are sent. */
const maxReady = { works: 200, other: 5 };
/** Then more are read. */
const few = { works: 50, other: 1 };
/** How long it is remembered that an endpoint works. */
const rememberedMs = 60_000;

/** The deliveries of one endpoint: what is in memory of them. */
export class DeliveryQueue {
  readonly ready: Ready[] = [];
  /** Those that are ready, under way, or whose result is not stored yet: not to be read again. */
  readonly known = new Set<string>();
  /** Undefined: to be read first. */
  endpoint: Deliverable | undefined;
  /** It has changed, and is read again before the next attempt. */
  isStale = false;
  #keys: SigningKeys | undefined | 'not read yet' = 'not read yet';
  sending = 0;
  /** The database has more that are due. */
  hasMore = false;
  /** When the next one that is not in memory is due. */
  nextAt = Infinity;
  pausedUntil = 0;
  /** In a row. */
  failures = 0;
  #works = false;
  #isSlow = false;
  #usedAt = performance.now();

  constructor(readonly key: EndpointReference) {}

  open(endpoint: Deliverable): void {
    this.endpoint = endpoint;
    this.isStale = false;
    this.#keys = 'not read yet';
  }

  /** Undefined if they cannot be decrypted. */
  keysOf({ secrets }: Context): SigningKeys | undefined {
    if (this.#keys === 'not read yet') this.#keys = this.endpoint && openKeys(secrets, this.endpoint);
    return this.#keys;
  }

  /** Whether the last attempt has succeeded. */
  get lastAttemptSucceeded(): boolean {
    return this.#works;
  }

  /** Whether it may only have a part of all attempts under way: it fails, or keeps them for long. */
  get isLimited(): boolean {
    return this.failures > 0 || this.#isSlow || (this.endpoint?.failingSince ?? null) !== null;
  }

  /** Whether a new delivery may be kept in memory. */
  canTake(now: number): boolean {
    const isOpen = this.endpoint !== undefined && !this.hasMore && this.pausedUntil <= now;
    return isOpen && this.known.size < this.room;
  }

  /** How many deliveries may be in memory. */
  get room(): number {
    return this.#works ? maxReady.works : maxReady.other;
  }

  /** Whether deliveries should be read from the database. */
  isDue(now: number): boolean {
    const isShort = this.ready.length < (this.#works ? few.works : few.other);
    return isShort && this.pausedUntil <= now && (this.hasMore || this.nextAt <= now);
  }

  canSend(now: number): boolean {
    const limit = this.#works ? (this.#isSlow ? maxSending.slow : maxSending.fast) : 1;
    const isOpen = this.endpoint !== undefined && !this.isStale;
    return isOpen && this.ready.length > 0 && this.sending < limit && this.pausedUntil <= now;
  }

  /** Nothing of it has to be remembered. */
  isIdle(now: number): boolean {
    const isEmpty = this.known.size === 0 && !this.hasMore && !this.isStale && this.nextAt === Infinity;
    const isRemembered = this.#works && performance.now() - this.#usedAt < rememberedMs;
    return isEmpty && this.pausedUntil <= now && !isRemembered;
  }

  succeed(durationMs: number): void {
    this.#isSlow = durationMs > slowMs;
    this.failures = 0;
    this.#works = true;
    this.#usedAt = performance.now();
  }

  fail(pausedUntil: number): void {
    this.failures += 1;
    this.#works = false;
    this.pausedUntil = Math.max(this.pausedUntil, pausedUntil);
  }

  /** After a change: everything is read again, and at once. */
  reopen(): void {
    this.isStale = true;
    this.pausedUntil = 0;
    this.hasMore = true;
  }
}
