import type { Account } from '../../../src/features/accounts/account.js';
import { changeFeedStatus } from '../../../src/features/feeds/change-feed.js';
import { createFeed } from '../../../src/features/feeds/create-feed.js';
import type { Context } from '../../../src/database/context.js';
import { createServer } from '../../../src/features/servers/change-server.js';
import type { Chance } from '../faults/seed.js';
import { collectFor, pushTo, sourceUrl, type Delivery, type Fate } from './delivery.js';
import type { Glimpse } from './device.js';
import { deaf, dyingAfter } from './mishaps.js';
import type { SimulatedFeed } from './simulated-feed.js';

/** How often each event happened: a simulation in which an event never happens proves nothing about it. */
export type Tally = Record<
  | 'plain'
  | 'died'
  | 'unheard'
  | 'crowded'
  | 'doubled'
  | 'shuffled'
  | 'late'
  | 'backdated'
  | 'refused'
  | 'rested',
  number
>;

interface Plan {
  readonly batches: readonly (readonly Glimpse[])[];
  readonly day: Date | undefined;
  readonly mishap: number;
  readonly statements: number;
  readonly crowd: number;
  readonly isTriedAgain: boolean;
}

const dayMs = 86_400_000;

/** A feed in the database together with its model. */
export class Participant {
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

  static async join(
    context: Context,
    account: Account,
    feed: SimulatedFeed,
    isPushed: boolean,
    tally: Tally,
  ): Promise<Participant> {
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
    return new Participant(id, account, feed, isPushed, tally);
  }

  /** Decides what will be done today. All random numbers are drawn here, so that the order of execution does not matter. */
  plan(chance: Chance, day: number, now: Date): Plan | undefined {
    const { feed } = this;
    feed.nextDay = day + 1 + chance.upTo(40);
    const glimpses = feed.look(day, now);
    // Sometimes the whole feed is down.
    if (chance.next() < 0.03 || glimpses.length === 0) return undefined;
    if (this.isPushed && chance.next() < 0.15) {
      feed.unsent.push(glimpses);
      return undefined;
    }
    return {
      batches: this.#batches(chance, glimpses),
      day: !this.isPushed && chance.next() < 0.1 ? dayBefore(now, chance.upTo(40)) : undefined,
      mishap: chance.next(),
      statements: chance.upTo(16),
      crowd: 2 + chance.upTo(3),
      isTriedAgain: chance.next() < 0.5,
    };
  }

  /** Executes a plan; `rests` tells whether the feed or its account is switched off. */
  async carryOut(context: Context, plan: Plan, rests: boolean): Promise<void> {
    if (plan.day) this.tally.backdated++;
    for (const batch of plan.batches) {
      const fate = await this.#send(context, batch, plan);
      if (fate === 'refused') this.tally.refused++;
      if (fate === 'refused' ? !rests : rests && fate === 'taken')
        throw new Error(`${this.feed.name}: ${fate} although it ${rests ? 'rests' : 'is active'}`);
      if (fate === 'taken') this.feed.take(batch);
    }
  }

  async rest(context: Context, until: number): Promise<void> {
    this.tally.rested++;
    this.feed.restsUntil = until;
    await changeFeedStatus(context, this.account.id, this.id, 'inactive');
  }

  async wake(context: Context): Promise<void> {
    this.feed.restsUntil = 0;
    await changeFeedStatus(context, this.account.id, this.id, 'active');
  }

  /** Reads every device for the last time. */
  async finish(context: Context, day: number, now: Date): Promise<void> {
    const glimpses = this.feed.look(day, now, true);
    if ((await this.#delivery(context, glimpses)) !== 'taken')
      throw new Error('the last reading was not taken');
    this.feed.take(glimpses);
  }

  async #send(context: Context, batch: readonly Glimpse[], plan: Plan): Promise<Fate> {
    const { mishap, statements, crowd, isTriedAgain, day } = plan;
    const send = (by: Context): Promise<Fate> => this.#delivery(by, batch, day);
    if (mishap < 0.08) {
      const fate = await send(dyingAfter(context, statements));
      if (fate === 'undone') this.tally.died++;
      return fate === 'undone' && isTriedAgain ? send(context) : fate;
    }
    if (mishap < 0.14) {
      const fate = await send(deaf(context));
      if (fate === 'refused') return fate;
      this.tally.unheard++;
      return isTriedAgain ? send(context) : 'taken';
    }
    if (mishap < 0.22) {
      this.tally.crowded++;
      const fates = await Promise.all(Array.from({ length: crowd }, () => send(context)));
      if (new Set(fates).size > 1) throw new Error(`the same readings were ${fates.join(' and ')}`);
      return fates[0] ?? 'refused';
    }
    this.tally.plain++;
    return send(context);
  }

  #batches(chance: Chance, glimpses: readonly Glimpse[]): (readonly Glimpse[])[] {
    const batch = this.isPushed && chance.next() < 0.1 ? [...glimpses, ...glimpses] : glimpses;
    if (batch.length > glimpses.length) this.tally.doubled++;
    const unsent = this.feed.unsent.splice(0);
    if (unsent.length === 0) return [batch];
    if (chance.next() < 0.5) {
      this.tally.shuffled++;
      return [shuffled(chance, [...unsent.flat(), ...batch])];
    }
    this.tally.late++;
    return [batch, ...unsent];
  }
}

const dayBefore = (now: Date, days: number): Date =>
  new Date(Math.floor(now.getTime() / dayMs - days) * dayMs);

const shuffled = (chance: Chance, glimpses: readonly Glimpse[]): Glimpse[] =>
  glimpses
    .map((glimpse) => ({ glimpse, place: chance.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ glimpse }) => glimpse);
