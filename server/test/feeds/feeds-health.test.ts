import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { startHttpPeer } from '../support/http-peer.js';
import { closedPort, startConnectionCounter, type Listener } from '../support/ports.js';
import { startPrintServer, feedAt as printShopFeed, type PrintServer } from '../support/print-server.js';
import { entity, meter } from '../support/print-tracker-peer.js';
import { startSilentListener } from '../support/silent-listener.js';
import { startWorld, type World } from '../support/world.js';

/** Much shorter than the timeout of a connection attempt. */
const soon = 60_000;

async function feedAt(world: World, url: string, type = 'ipp'): Promise<Json> {
  const { api } = world.customer;
  const server = await api.post('/servers', { type, url, username: 'u', password: 'p' });
  expect(server.status).toBe(200);
  const external_id = 'organisation';
  const { status, body } = await api.post('/feeds', { type, server_id: server.body.id, external_id });
  expect(status).toBe(200);
  return body;
}

describe('the health of a feed whose server may be reached', () => {
  let world: World;
  let printServer: PrintServer;
  beforeAll(async () => {
    world = await startWorld({ REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.0/8, ::1' });
    printServer = await startPrintServer({ copier: 350 });
  });
  afterAll(async () => {
    await printServer.close();
    await world.stop();
  });

  it.each([
    ['without TLS', false],
    ['over TLS', true],
  ])('is healthy when a count can be read, %s', async (_, tls) => {
    const peer = await startHttpPeer(
      entity(() => [meter('copier', '350')]),
      { tls },
    );
    expect((await printShopFeed(world.customer, peer.url)).health_check).toBe('healthy');
    expect(peer.requests).toHaveLength(1);
    await peer.close();
  });

  it.each([
    ['the password is wrong', { password: 'another key' }],
    ['it does not exist on the server', { external_id: 'elsewhere' }],
  ])('is unhealthy when %s', async (_, fields) => {
    expect((await printServer.feed(world.customer, fields)).health_check).toBe('unhealthy');
  });

  it('is checked in the same way as the feed is collected', async () => {
    // The list of managed devices is refused.
    const peer = await startHttpPeer((request, response, body) => {
      if (request.url?.includes('excludeDisabled') === true) response.writeHead(500).end();
      else entity(() => [meter('copier', '350')])(request, response, body);
    });
    const healthOf = async (collection_scope: string): Promise<string> =>
      (await printShopFeed(world.customer, peer.url, { collection_scope })).health_check;
    expect([await healthOf('all'), await healthOf('managed_only')]).toEqual(['healthy', 'unhealthy']);
    await peer.close();
  });

  it('is unhealthy when the server lists no device, or none with a count', async () => {
    for (const meters of [[], [meter('copier', null)]]) {
      const peer = await startHttpPeer(entity(() => meters));
      expect((await printShopFeed(world.customer, peer.url)).health_check).toBe('unhealthy');
      await peer.close();
    }
  });

  it.each([
    ['ipp', 'ipp'],
    ['ipp', 'https'],
    ['papercut', 'http'],
    ['print_tracker', 'https'],
    ['printerpoint', 'https'],
  ])(
    'is unhealthy for %s over %s when the server does not answer',
    { timeout: soon },
    async (type, scheme) => {
      const mute = await startConnectionCounter();
      const feed = await feedAt(world, `${scheme}://127.0.0.1:${mute.port}`, type);
      expect(feed.health_check).toBe('unhealthy');
      expect(mute.calls()).toBeGreaterThan(0);
      await mute.close();
    },
  );

  it('is unhealthy when nothing listens there', async () => {
    const { health_check } = await feedAt(world, `ipp://127.0.0.1:${await closedPort()}`);
    expect(health_check).toBe('unhealthy');
  });

  it('is unhealthy when the name does not resolve', { timeout: soon }, async () => {
    expect((await feedAt(world, 'ipp://printer.invalid')).health_check).toBe('unhealthy');
  });

  it(
    'is unhealthy when the URL belongs to another kind of server, and the service continues',
    { timeout: soon },
    async () => {
      const silent = await startSilentListener();
      const wrongKind = await feedAt(world, printServer.url.replace('http:', 'snmp:'));
      expect(wrongKind.health_check).toBe('unhealthy');
      // This check starts and ends later, so by now the check above is completely over.
      const slow = await feedAt(world, `ipp://127.0.0.1:${silent.port}`);
      await silent.close();
      expect(slow.health_check).toBe('unhealthy');
      expect((await world.customer.api.get('/feeds')).status).toBe(200);
    },
  );

  it('is checked again when the server changes, and stores when it last changed', async () => {
    const { api } = world.customer;
    const good = await printServer.feed(world.customer);
    const bad = await printShopFeed(world.customer, `http://127.0.0.1:${await closedPort()}`);
    const steps = [
      ['2030-01-01T00:00:00Z', good.server_id, 'healthy', good.health_check_changed_at],
      ['2030-01-02T00:00:00Z', bad.server_id, 'unhealthy', '2030-01-02T00:00:00Z'],
      ['2030-01-03T00:00:00Z', bad.server_id, 'unhealthy', '2030-01-02T00:00:00Z'],
      ['2030-01-04T00:00:00Z', good.server_id, 'healthy', '2030-01-04T00:00:00Z'],
    ];
    for (const [now, server_id, health_check, changed] of steps) {
      world.server.setNow(now);
      const { body } = await api.patch(`/feeds/${good.id}`, { server_id });
      expect(body).toMatchObject({
        health_check,
        health_check_checked_at: now,
        health_check_changed_at: changed,
      });
    }
    world.server.setNow(undefined);
  });

  it('is unhealthy when the stored password cannot be decrypted', async () => {
    const { api } = world.customer;
    const { id, server_id, health_check } = await printServer.feed(world.customer);
    expect(health_check).toBe('healthy');
    await world.server.sql(`update servers set password_sealed = '\\x01' where id = $1`, [server_id]);
    const { status, body } = await api.patch(`/feeds/${id}`, { external_id: 'office' });
    expect({ status, health: body.health_check }).toEqual({ status: 200, health: 'unhealthy' });
  });
});

describe('addresses that a feed may not reach unless the operator allows them', () => {
  let world: World;
  let peer: Listener;
  let peer6: Listener | undefined;
  beforeAll(async () => {
    world = await startWorld();
    peer = await startConnectionCounter();
    peer6 = await startConnectionCounter('::1').catch(() => undefined);
  });
  afterAll(async () => {
    await peer.close();
    await peer6?.close();
    await world.stop();
  });

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback by another number', '127.1.2.3'],
    ['loopback as a single number', '2130706433'],
    ['loopback in hexadecimal', '0x7f.1'],
    ['loopback by name', 'localhost'],
    ['loopback in IPv6 notation', '[::ffff:127.0.0.1]'],
    ['every interface', '0.0.0.0'],
  ])('%s: %s gets no call', async (_, host) => {
    for (const scheme of ['http', 'ipp']) {
      const { health_check } = await feedAt(world, `${scheme}://${host}:${peer.port}`);
      expect(health_check).toBe('unhealthy');
    }
    expect(peer.calls()).toBe(0);
  });

  it('IPv6 loopback gets no call', async () => {
    const { health_check } = await feedAt(world, `ipp://[::1]:${peer6?.port ?? 9}`);
    expect(health_check).toBe('unhealthy');
    expect(peer6?.calls() ?? 0).toBe(0);
  });

  it.each([
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '[fe80::1]',
    '[fd00::1]',
    '[fec0::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ])('%s is refused before it is called', async (host) => {
    const { network } = world.server.running.instance.context;
    expect(network.allows(host.replace(/^\[|\]$/g, ''))).toBe(false);
    expect((await feedAt(world, `ipp://${host}`)).health_check).toBe('unhealthy');
  });

  it('public addresses are allowed', () => {
    const { network } = world.server.running.instance.context;
    for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111']) {
      expect(network.allows(address)).toBe(true);
    }
  });
});
