import { expect } from 'vitest';
import type { Json } from './api-client.js';
import { startHttpPeer } from './http-peer.js';
import { entity, meter } from './print-tracker-peer.js';
import type { TestAccount } from './world.js';

/** Allows reading from the loopback interface; commands and the server use the same secret key. */
export const collectingEnv = {
  REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.0/8',
  REGROVE_SECRET_KEY: 'secret-key-of-the-operator',
};

/** A Print Tracker server whose devices are controlled by the test. */
export interface PrintServer {
  readonly url: string;
  /** By device name. */
  readonly totals: Map<string, number>;
  readonly unmanaged: Set<string>;
  print(device: string, pages: number): void;
  /** How often its first page was requested. */
  requestCount(): number;
  /** Delays all responses until the promise is settled. They have the totals from the time of the request. */
  delayUntil(until: Promise<unknown>): void;
  /** Responds with this status instead of totals; undefined ends it. */
  respondWith(status: number | undefined): void;
  /** Creates a feed of the member that reads from it. */
  feed(member: TestAccount, fields?: object): Promise<Json>;
  close(): Promise<void>;
}

export async function startPrintServer(totals: Record<string, number> = {}): Promise<PrintServer> {
  const counters = new Map(Object.entries(totals));
  const unmanaged = new Set<string>();
  let holding: Promise<unknown> = Promise.resolve();
  let refusal: number | undefined;
  let requests = 0;
  const peer = await startHttpPeer((request, response, body) => {
    const meters = [...counters].map(([device, total]) => meter(device, String(total)));
    if (request.url?.includes('page=1&') === true) requests++;
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
    requestCount: () => requests,
    delayUntil: (until) => void (holding = until),
    respondWith: (status) => void (refusal = status),
    feed: (member, fields) => feedAt(member, peer.url, fields),
    close: () => peer.close(),
  };
}

/** Creates a Print Tracker feed with this URL. */
export async function feedAt({ api }: TestAccount, url: string, fields: object = {}): Promise<Json> {
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
export const depositsOf = async ({ api }: TestAccount, feed: Json): Promise<[number, string][]> =>
  ((await api.get('/deposits')).body as Json[])
    .filter(({ feed_id }) => feed_id === feed.id)
    .map(({ pages, date }): [number, string] => [pages, String(date).slice(0, 10)])
    .reverse();

export const pagesDeposited = async (member: TestAccount, feed: Json): Promise<number> =>
  (await depositsOf(member, feed)).reduce((sum, [pages]) => sum + pages, 0);
