import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkFeeds } from '../../src/features/feeds/health/check-feeds.js';
import { collectFeeds } from '../../src/features/feeds/collecting/collect-feeds.js';
import type { Json } from '../support/api-client.js';
import { startHttpPeer, type HttpPeer } from '../support/http-peer.js';
import { collectingEnv } from '../support/print-server.js';
import { startUdpAgent, type UdpAgent } from '../support/udp-agent.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

// An attacker who has all rights but not the password: a key of the account or of one above it, and hosts that record
// everything they receive. The password must never reach these hosts.

const password = 'correct-horse-battery-staple';
const encodings = [
  password,
  Buffer.from(`collector:${password}`).toString('base64'),
  Buffer.from(password).toString('base64'),
  encodeURIComponent(password),
];

let world: World;
/** The real server of the password. It can answer with redirects. */
let home: HttpPeer;
let homeUdp: UdpAgent;
/** The attacker's hosts: HTTP, HTTPS and UDP. */
let evil: HttpPeer;
let evilTls: HttpPeer;
let evilUdp: UdpAgent;
const heard: string[] = [];
beforeAll(async () => {
  world = await startWorld(collectingEnv);
  const listen = { tls: false };
  evil = await startHttpPeer((request, response, body) => {
    heard.push(JSON.stringify([request.url, request.rawHeaders, body]));
    response.end('[]');
  }, listen);
  evilTls = await startHttpPeer(
    (request, response, body) => {
      heard.push(JSON.stringify([request.url, request.rawHeaders, body]));
      response.end('[]');
    },
    { tls: true },
  );
  home = await startHttpPeer((_, response) =>
    response.writeHead(307, { location: `${evil.url}/here` }).end(),
  );
  // The first message contains the password, and an answer that is not SNMP ends the attempt at once.
  const nonsense = Buffer.from('not SNMP');
  homeUdp = await startUdpAgent(() => nonsense);
  evilUdp = await startUdpAgent((message) => {
    heard.push(message.toString('latin1'));
    return nonsense;
  });
});
afterAll(async () => {
  await Promise.all([home, homeUdp, evil, evilTls, evilUdp].map((peer) => peer.close()));
  await world.stop();
});

afterEach(() => world.server.sql('delete from feeds'));

const context = () => world.server.running.instance.context;
const udpPort = (): string => evilUdp.address.split(':')[1] ?? '';
const evilPort = (): string => new URL(evil.url).port;

async function serverOf(owner: TestAccount, type: string, url: string): Promise<Json> {
  const { status, body } = await owner.api.post('/servers', { type, url, username: 'collector', password });
  expect(status).toBe(200);
  return body;
}

async function feedOn(
  owner: TestAccount,
  server: Json,
  external_id: string | null = 'office',
): Promise<Json> {
  const feed = { type: server.type, server_id: server.id, external_id };
  const { status, body } = await owner.api.post('/feeds', feed);
  expect(status).toBe(200);
  return body;
}

/** Reads all feeds in every way there is. */
async function readAll(): Promise<void> {
  await checkFeeds(context());
  await collectFeeds(context());
}

const leaks = (): string[] => heard.filter((text) => encodings.some((secret) => text.includes(secret)));

/** What the attacker is looking for, by the URL of the real server. */
const places: readonly [type: string, home: () => string, evil: readonly (() => string)[]][] = [
  [
    'print_tracker',
    () => home.url,
    [
      () => evil.url,
      () => evilTls.url,
      () => `${evil.url}#@${new URL(home.url).host}`,
      () => `${evil.url}?${home.url}`,
      () => home.url.replace(/\d+$/, evilPort()),
      () => `http://localhost:${evilPort()}`,
      () => `http://0x7f.1:${evilPort()}`,
      () => `http://2130706433:${evilPort()}`,
      () => `${home.url}\\@127.0.0.1:${evilPort()}/`,
      () => `${home.url}@127.0.0.1:${evilPort()}/`,
    ],
  ],
  ['papercut', () => home.url, [() => evil.url, () => evilTls.url, () => `${home.url}\\x:${evilPort()}/`]],
  [
    'ipp',
    () => home.url.replace('http:', 'ipp:'),
    [
      () => evil.url.replace('http:', 'ipp:'),
      () => evilTls.url.replace('https:', 'ipps:'),
      () => evil.url,
      () => `ipp://127.0.0.%31:${evilPort()}`,
    ],
  ],
  [
    'snmp',
    () => `snmp://${homeUdp.address}`,
    [() => `snmp://${evilUdp.address}`, () => `snmp://localhost:${udpPort()}`],
  ],
];

describe.each(places)('A stored password of a %s server', (type, homeUrl, evilUrls) => {
  const start = async (): Promise<{ server: Json; feed: Json }> => {
    const server = await serverOf(world.customer, type, homeUrl());
    return { server, feed: await feedOn(world.customer, server, type === 'snmp' ? null : 'office') };
  };

  it.each(['customer', 'channel', 'distributor'] as const)(
    'is not sent to a new URL that the %s sets',
    async (who) => {
      const { server } = await start();
      for (const url of evilUrls) {
        const path = `/accounts/${world.customer.id}/servers/${server.id}`;
        const moved = await world[who].api.patch(path, { url: url(), username: 'collector' });
        expect([url(), moved.status]).toEqual([url(), 400]);
      }
      await readAll();
      expect(leaks()).toEqual([]);
    },
  );

  it('is replaced by the one that comes with a new URL', async () => {
    const { server } = await start();
    for (const [number, url] of evilUrls.entries()) {
      const changes = { url: url(), password: `another ${number}` };
      await world.customer.api.patch(`/servers/${server.id}`, changes);
      await readAll();
    }
    // The attacker's hosts do receive requests.
    expect(heard).not.toEqual([]);
    expect(leaks()).toEqual([]);
  });

  it('is not leaked by concurrent changes and collections', async () => {
    const { server, feed } = await start();
    const path = `/servers/${server.id}`;
    for (const url of evilUrls)
      await Promise.all([
        world.customer.api.patch(path, { url: url() }),
        world.customer.api.patch(path, { url: homeUrl() }),
        world.customer.api.patch(path, { url: url(), password: 'another' }),
        collectFeeds(context(), { id: feed.id }),
        checkFeeds(context(), { id: feed.id }),
      ]);
    expect(leaks()).toEqual([]);
  });

  it('is not used for feeds of another type or of an account below', async () => {
    const server = await serverOf(world.channel, type, homeUrl());
    for (const other of ['print_tracker', 'papercut', 'ipp', 'snmp', 'fmaudit']) {
      for (const external_id of [evil.url, '..', '/admin', evilUdp.address, '*']) {
        const feed = { type: other, server_id: server.id, external_id };
        expect((await world.customer.api.post('/feeds', feed)).status).toBe(403);
        if (other === type || other === 'fmaudit') continue;
        expect((await world.channel.api.post('/feeds', feed)).status).toBe(400);
      }
    }
    await readAll();
    expect(leaks()).toEqual([]);
  });
});

describe('The password of an SNMP server', () => {
  const elsewhere = (): string => evilUdp.address;
  const ownHost = (): string => homeUdp.address;
  const snmpServer = () => serverOf(world.customer, 'snmp', `snmp://${ownHost()}`);

  it.each(['customer', 'channel', 'distributor'] as const)(
    'is not sent to hosts that the %s names in a feed without knowing it',
    async (who) => {
      const server = await snmpServer();
      const feeds = `/accounts/${world.customer.id}/feeds`;
      const own = { type: 'snmp', server_id: server.id };
      const feed = await world[who].api.post(feeds, { ...own, external_id: ownHost() });
      expect(feed.status).toBe(200);
      for (const external_id of [elsewhere(), `${ownHost()}, ${elsewhere()}`, `LOCALHOST:${udpPort()}`]) {
        for (const known of [{}, { server_password: 'guessed' }]) {
          const made = await world[who].api.post(feeds, { ...own, external_id, ...known });
          expect(made.body).toEqual({ code: 400, error: expect.stringMatching(/^server_password /) });
          const path = `${feeds}/${String(feed.body.id)}`;
          const changed = await world[who].api.patch(path, { external_id, ...known });
          expect(changed.body).toEqual({ code: 400, error: expect.stringMatching(/^server_password /) });
        }
      }
      await readAll();
      expect(leaks()).toEqual([]);
    },
  );

  it('is sent to hosts that are named by someone who knows it, who may leave some out later', async () => {
    const server = await snmpServer();
    const own = { type: 'snmp', server_id: server.id, external_id: `${ownHost()}, ${elsewhere()}` };
    const made = await world.customer.api.post('/feeds', { ...own, server_password: password });
    expect(made.status).toBe(200);
    const path = `/feeds/${made.body.id}`;
    const sent = leaks().length;
    expect(sent).toBeGreaterThan(0);
    const statuses: number[] = [];
    for (const external_id of [own.external_id, elsewhere(), ownHost(), elsewhere()])
      statuses.push((await world.customer.api.patch(path, { external_id })).status);
    expect(statuses).toEqual([200, 200, 200, 400]);
    heard.length = 0;
  });

  it('is not required if there is none', async () => {
    const fields = { type: 'snmp', url: `snmp://${ownHost()}`, username: 'u' };
    const { body: server } = await world.customer.api.post('/servers', fields);
    const feed = { type: 'snmp', server_id: server.id, external_id: elsewhere() };
    expect((await world.customer.api.post('/feeds', feed)).status).toBe(200);
  });
});

describe('A stored password', () => {
  it('does not follow a redirect', async () => {
    for (const type of ['print_tracker', 'papercut'])
      await feedOn(world.customer, await serverOf(world.customer, type, home.url));
    home.requests.length = 0;
    await readAll();
    expect(home.requests.length).toBeGreaterThan(0);
    expect(evil.requests.filter((request) => request.includes('/here'))).toEqual([]);
    expect(leaks()).toEqual([]);
  });

  it.each([
    ['print_tracker', '..'],
    ['print_tracker', '../../admin'],
    ['print_tracker', '%2e%2e'],
    ['print_tracker', '%2e%2e%2fadmin'],
    ['print_tracker', '%252e%252e%252fadmin'],
    ['print_tracker', '..\\admin'],
    ['ipp', '..'],
    ['ipp', '/printers/../admin'],
    ['ipp', '/printers/%2e%2e/admin'],
    ['ipp', '/printers/.%2E/admin'],
    ['ipp', '/printers/..;a=b/admin'],
    ['ipp', 'Lobby,/./admin'],
  ])('is not used if the external id leads out of the path (%s, %s)', async (type, external_id) => {
    const url = type === 'ipp' ? home.url.replace('http:', 'ipp:') : home.url;
    const server = await serverOf(world.customer, type, url);
    const feed = await world.customer.api.post('/feeds', { type, server_id: server.id, external_id });
    expect(feed.body).toEqual({ code: 400, error: expect.stringMatching(/^external_id /) });
    // As accepted by an earlier version.
    const kept = await feedOn(world.customer, server);
    await world.server.sql('update feeds set external_id = $2 where id = $1', [kept.id, external_id]);
    home.requests.length = 0;
    expect(await collectFeeds(context(), { id: kept.id })).toMatchObject([{ outcome: 'failed' }]);
    expect(home.requests).toEqual([]);
  });

  it('is in no response of the API', async () => {
    const server = await serverOf(world.customer, 'print_tracker', home.url);
    const below = `/accounts/${world.customer.id}`;
    for (const { api } of [world.customer, world.channel, world.distributor])
      for (const path of [`${below}/servers`, `${below}/servers/${server.id}`, `${below}/feeds`]) {
        const text = JSON.stringify((await api.get(path)).body);
        for (const secret of encodings) expect(text).not.toContain(secret);
      }
  });
});
