import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Context } from '../../src/database/context.js';
import type { CollectionResult } from '../../src/features/feeds/collecting/collect-feed.js';
import { collectFeeds, type CollectOptions } from '../../src/features/feeds/collecting/collect-feeds.js';
import type { Json } from './api-client.js';
import { expectLedgerInBalance } from './ledger.js';
import { collectingEnv, depositsOf, startPrintServer, type PrintServer } from './print-server.js';
import { startWorld, type TestAccount, type World } from './world.js';

/** A feed that reads from a print printServer. The feed, the printServer and the account are new for each test. */
export class CollectedFeed {
  world!: World;
  member!: TestAccount;
  printServer!: PrintServer;
  feed!: Json;

  get context(): Context {
    return this.world.server.running.instance.context;
  }

  setNow(time: string): void {
    this.world.server.setNow(time);
  }

  async collect(options: CollectOptions = {}): Promise<CollectionResult | undefined> {
    return (await collectFeeds(this.context, { id: this.feed.id, ...options }))[0];
  }

  collectOn(day: string, time = '21:22:00'): Promise<CollectionResult | undefined> {
    this.setNow(`${day}T${time}Z`);
    return this.collect();
  }

  deposits(): Promise<[number, string][]> {
    return depositsOf(this.member, this.feed);
  }
}

export function useCollectedFeed(): CollectedFeed {
  const collected = new CollectedFeed();
  beforeAll(async () => {
    collected.world = await startWorld(collectingEnv);
  });
  beforeEach(async () => {
    const { world } = collected;
    collected.setNow('2026-10-01T21:22:00Z');
    collected.member = await world.newAccount('customer', world.channel);
    collected.printServer = await startPrintServer({ a: 1_000, b: 70 });
    collected.feed = await collected.printServer.feed(collected.member);
  });
  afterEach(() => collected.printServer.close());
  afterAll(async () => {
    await expectLedgerInBalance(collected.world.server);
    await collected.world.stop();
  });
  return collected;
}
