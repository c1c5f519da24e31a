import { expect } from 'vitest';
import type { Json } from './api-client.js';
import { startHttpPeer } from './http-peer.js';
import { entity, meter } from './print-tracker-peer.js';
import type { Member } from './world.js';

/** Readings are taken from the loopback interface; a command opens what the server has sealed. */
export const collectingEnv = {
  REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.0/8',
  REGROVE_SECRET_KEY: 'secret-key-of-the-operator',
};

/** A Print Tracker whose devices print what a test wants them to. */
export interface PrintShop {
  readonly url: string;
  /** What each device has printed, by its key. */
  readonly totals: Map<string, number>;
  /** Devices that it does not manage. */
  readonly unmanaged: Set<string>;
  print(device: string, pages: number): void;
  /** How often it was read: asked for its first page. */
  asked(): number;
  /** From now on it answers with the totals of when it was asked, and not before the promise is settled. */
  hold(until: Promise<unknown>): void;
  /** From now on it answers with this status and no totals; undefined: with totals again. */
  refuse(status: number | undefined): void;
  /** A feed of the member that reads from it. */
  feed(member: Member, fields?: object): Promise<Json>;
  close(): Promise<void>;
}

export async function openPrintShop(totals: Record<string, number> = {}): Promise<PrintShop> {
  const counters = new Map(Object.entries(totals));
  const unmanaged = new Set<string>();
  let holding: Promise<unknown> = Promise.resolve();
  let refusal: number | undefined;
  let asked = 0;
  const peer = await startHttpPeer((request, response, body) => {
    const meters = [...counters].map(([device, total]) => meter(device, String(total)));
    if (request.url?.includes('page=1&') === true) asked++;
    void holding.then(() => {
      if (refusal !== undefined) response.writeHead(refusal).end();
      else entity(() => meters, { disabled: unmanaged })(request, response, body);
    });
  });
  return {
    url: peer.url,
    totals: counters,
    unmanaged,
    print: (device, pages) => counters.set(device, (counters.get(device) ?? 0) + pages),
    asked: () => asked,
    hold: (until) => void (holding = until),
    refuse: (status) => void (refusal = status),
    feed: (member, fields) => feedAt(member, peer.url, fields),
    close: () => peer.close(),
  };
}

/** A feed that reads from a Print Tracker at this address, whatever is there. */
export async function feedAt({ api }: Member, url: string, fields: object = {}): Promise<Json> {
  const { password = 'the key', ...more } = fields as { password?: string };
  const server = await api.post('/servers', { type: 'print_tracker', url, username: 'u', password });
  expect(server.status).toBe(200);
  const feed = await api.post('/feeds', {
    type: 'print_tracker',
    server_id: server.body.id,
    external_id: 'office',
    ...more,
  });
  expect(feed.status).toBe(200);
  return feed.body;
}

/** The deposits of a feed, oldest first, as pages and day. */
export const depositsOf = async ({ api }: Member, feed: Json): Promise<[number, string][]> =>
  ((await api.get('/deposits')).body as Json[])
    .filter(({ feed_id }) => feed_id === feed.id)
    .map(({ pages, date }): [number, string] => [pages, String(date).slice(0, 10)])
    .reverse();
