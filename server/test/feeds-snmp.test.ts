import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freeUdpPort } from './support/ports.js';
import { type Running, watch } from './support/regrove-process.js';
import { peer } from './support/system-peers.js';
import { startWorld, type World } from './support/world.js';

const snmpd = peer('snmpd');
const community = 'only-for-readers';

describe.skipIf(snmpd.missing)('feeds of type snmp, against the agent of Net-SNMP', () => {
  let world: World;
  let agent: Running;
  let folder: string;
  let address: string;

  beforeAll(async () => {
    world = await startWorld({ REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.0/8' });
    folder = await mkdtemp(join(tmpdir(), 'regrove-snmpd-'));
    const port = await freeUdpPort();
    address = `127.0.0.1:${port}`;
    const settings = join(folder, 'snmpd.conf');
    await writeFile(settings, `rocommunity ${community} 127.0.0.1\npersistentDir ${folder}\n`);
    const args = ['-f', '-Lo', '-C', '-c', settings, '-p', join(folder, 'pid'), `udp:${address}`];
    agent = watch(snmpd.binary, args, { SNMP_PERSISTENT_DIR: folder });
    await agent.printed(/(NET-SNMP version)/);
  });
  afterAll(async () => {
    await agent.stop();
    await rm(folder, { recursive: true });
    await world.stop();
  });

  const feedAt = async (url: string, password?: string): Promise<unknown> => {
    const { api } = world.customer;
    const server = await api.post('/servers', { type: 'snmp', url, username: 'reader', password });
    const feed = await api.post('/feeds', { type: 'snmp', server_id: server.body.id });
    expect(feed.status).toBe(200);
    return feed.body.health_check;
  };

  it.each([
    ['the right community as password is healthy', community, 'healthy'],
    ['a wrong community is unhealthy', 'guessed', 'unhealthy'],
    [
      'no password, which means the community public, is unhealthy where there is no such community',
      undefined,
      'unhealthy',
    ],
  ])('%s', async (_, password, health) => {
    expect(await feedAt(`snmp://${address}`, password)).toBe(health);
  });

  it('a port where no agent listens is unhealthy', async () => {
    expect(await feedAt(`snmp://127.0.0.1:${await freeUdpPort()}`, community)).toBe('unhealthy');
  });

  it('an address of another kind of server is unhealthy', async () => {
    expect(await feedAt(`http://${address}`, community)).toBe('unhealthy');
  });
});
