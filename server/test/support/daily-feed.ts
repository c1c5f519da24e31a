import { collectFeeds } from '../../src/features/feeds/collecting/collect-feeds.js';
import type { Json } from './api-client.js';
import { pagesDeposited } from './print-server.js';
import type { TestAccount, World } from './world.js';

/** A feed that reads devices directly and is collected once a day. */
export interface DailyFeed {
  readonly feed: Json;
  /** Collects on the next day, and returns the pages. */
  collect(): Promise<number>;
  /** The notes of the newest readings by device. */
  notes(): Promise<Record<string, string | null>>;
  /** Changes which devices are read. */
  name(externalId: string): Promise<void>;
  deposited(): Promise<number>;
}

export async function dailyFeed(
  world: World,
  member: TestAccount,
  server: { type: 'snmp' | 'ipp'; url: string; password?: string },
  externalId: string,
): Promise<DailyFeed> {
  const { api } = member;
  let day = 1;
  const today = (): void => {
    world.server.setNow(new Date(Date.UTC(2026, 9, day, 21, 22)).toISOString());
  };
  today();
  const { body: at } = await api.post('/servers', { username: 'reader', ...server });
  // Required if the external id names other hosts than the server's.
  const known = server.password === undefined ? {} : { server_password: server.password };
  const source = { type: server.type, server_id: at.id, external_id: externalId };
  const created = await api.post('/feeds', { ...source, ...known });
  if (created.status !== 200) throw new Error(JSON.stringify(created.body));
  const feed: Json = created.body;
  return {
    feed,
    async collect() {
      day += 1;
      today();
      const [collected] = await collectFeeds(world.server.running.instance.context, { id: feed.id });
      if (collected?.outcome !== 'collected') throw new Error(JSON.stringify(collected));
      return collected.pages;
    },
    async notes() {
      const rows = await world.server.sql<{ device: string; note: string | null }>(
        `select device, note from feed_readings where feed_id = $1
         and read_at = (select max(read_at) from feed_readings where feed_id = $1)`,
        [feed.id],
      );
      return Object.fromEntries(rows.map(({ device, note }) => [device, note]));
    },
    async name(given) {
      const changed = await api.patch(`/feeds/${String(feed.id)}`, { external_id: given, ...known });
      if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
    },
    deposited: () => pagesDeposited(member, feed),
  };
}
