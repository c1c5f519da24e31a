import type { Account } from '../../../src/features/accounts/account.js';
import { changeFeedStatus } from '../../../src/features/feeds/change-feed.js';
import { createFeed } from '../../../src/features/feeds/create-feed.js';
import type { Context } from '../../../src/database/context.js';
import { createServer } from '../../../src/features/servers/change-server.js';
import type { Random } from '../faults/random.js';
import { collectFor, pushTo, sourceUrl, type Delivery, type DeliveryResult } from './delivery.js';
import type { Snapshot } from './device.js';
import { losingResponse, failingAfter } from './injected-failures.js';
import type { SimulatedFeed } from './simulated-feed.js';

/** How often each event happened: a simulation in which an event never happens proves nothing about it. */
export type Tally = Record<
  | 'normal'
  | 'failed'
  | 'responseLost'
  | 'concurrent'
  | 'duplicated'
  | 'shuffled'
  | 'late'
  | 'backdated'
  | 'refused'
  | 'paused',
  number
>;

interface Plan {
  readonly batches: readonly (readonly Snapshot[])[];
  readonly day: Date | undefined;
  readonly failure: number;
  readonly statements: number;
  readonly copies: number;
  readonly isRetried: boolean;
}

const dayMs = 86_400_000;

/** A feed in the database together with its model. */
export class FeedUnderTest {
  readonly #delivery: Delivery;

  private constructor(
    readonly id: string,
    readonly account: Account,
    readonly feed: SimulatedFeed,
    readonly isPushed: boolean,
    readonly tally: Tally,
  ) {
    this.#delivery = (isPushed ? pushTo : collectFor)(account, id);
  }

  static async create(
    context: Context,
    account: Account,
    feed: SimulatedFeed,
    isPushed: boolean,
    tally: Tally,
  ): Promise<FeedUnderTest> {
    const type = isPushed ? 'fmaudit' : 'print_tracker';
    const server = { type, url: sourceUrl, username: 'u', password: null, contact: undefined };
    const input = {
      type,
      serverId: isPushed ? null : (await createServer(context, account.id, server)).id,
      externalId: 'office',
      collectionScope: feed.isManagedOnly ? 'managed_only' : 'all',
      activatedAt: undefined,
      createdBy: account.id,
    } as const;
    const { id } = await createFeed(context, account, input, { health: 'healthy' });
    return new FeedUnderTest(id, account, feed, isPushed, tally);
  }

  /** Decides what will be done today. All random numbers are drawn here, so that the order of execution does not matter. */
  plan(random: Random, day: number, now: Date): Plan | undefined {
    const { feed } = this;
    feed.nextDay = day + 1 + random.upTo(40);
    const snapshots = feed.read(day, now);
    // Sometimes the whole feed is down.
    if (random.next() < 0.03 || snapshots.length === 0) return undefined;
    if (this.isPushed && random.next() < 0.15) {
      feed.unsent.push(snapshots);
      return undefined;
    }
    return {
      batches: this.#batches(random, snapshots),
      day: !this.isPushed && random.next() < 0.1 ? dayBefore(now, random.upTo(40)) : undefined,
      failure: random.next(),
      statements: random.upTo(16),
      copies: 2 + random.upTo(3),
      isRetried: random.next() < 0.5,
    };
  }

  /** Executes a plan; `isPaused` tells whether the feed or its account is switched off. */
  async execute(context: Context, plan: Plan, isPaused: boolean): Promise<void> {
    if (plan.day) this.tally.backdated++;
    for (const batch of plan.batches) {
      const result = await this.#send(context, batch, plan);
      if (result === 'refused') this.tally.refused++;
      if (result === 'refused' ? !isPaused : isPaused && result === 'stored')
        throw new Error(`${this.feed.name}: ${result} although it ${isPaused ? 'is paused' : 'is active'}`);
      if (result === 'stored') this.feed.apply(batch);
    }
  }

  async pause(context: Context, until: number): Promise<void> {
    this.tally.paused++;
    this.feed.pausedUntil = until;
    await changeFeedStatus(context, this.account.id, this.id, 'inactive');
  }

  async resume(context: Context): Promise<void> {
    this.feed.pausedUntil = 0;
    await changeFeedStatus(context, this.account.id, this.id, 'active');
  }

  /** Reads every device for the last time. */
  async finish(context: Context, day: number, now: Date): Promise<void> {
    const snapshots = this.feed.read(day, now, true);
    if ((await this.#delivery(context, snapshots)) !== 'stored')
      throw new Error('the last reading was not stored');
    this.feed.apply(snapshots);
  }

  async #send(context: Context, batch: readonly Snapshot[], plan: Plan): Promise<DeliveryResult> {
    const { failure, statements, copies, isRetried, day } = plan;
    const send = (by: Context): Promise<DeliveryResult> => this.#delivery(by, batch, day);
    if (failure < 0.08) {
      const result = await send(failingAfter(context, statements));
      if (result === 'rolledBack') this.tally.failed++;
      return result === 'rolledBack' && isRetried ? send(context) : result;
    }
    if (failure < 0.14) {
      const result = await send(losingResponse(context));
      if (result === 'refused') return result;
      this.tally.responseLost++;
      return isRetried ? send(context) : 'stored';
    }
    if (failure < 0.22) {
      this.tally.concurrent++;
      const results = await Promise.all(Array.from({ length: copies }, () => send(context)));
      if (new Set(results).size > 1) throw new Error(`the same readings were ${results.join(' and ')}`);
      return results[0] ?? 'refused';
    }
    this.tally.normal++;
    return send(context);
  }

  #batches(random: Random, snapshots: readonly Snapshot[]): (readonly Snapshot[])[] {
    const batch = this.isPushed && random.next() < 0.1 ? [...snapshots, ...snapshots] : snapshots;
    if (batch.length > snapshots.length) this.tally.duplicated++;
    const unsent = this.feed.unsent.splice(0);
    if (unsent.length === 0) return [batch];
    if (random.next() < 0.5) {
      this.tally.shuffled++;
      return [shuffled(random, [...unsent.flat(), ...batch])];
    }
    this.tally.late++;
    return [batch, ...unsent];
  }
}

const dayBefore = (now: Date, days: number): Date =>
  new Date(Math.floor(now.getTime() / dayMs - days) * dayMs);

const shuffled = (random: Random, snapshots: readonly Snapshot[]): Snapshot[] =>
  snapshots
    .map((snapshot) => ({ snapshot, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ snapshot }) => snapshot);
