import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedUdpPort } from '../support/ports.js';
import { community, type PrinterAgent, snmpd, startPrinterAgent } from '../support/printer-agent.js';
import { startWorld, type World } from '../support/world.js';

describe.skipIf(snmpd.missing)('feeds of type snmp, against the agent of Net-SNMP', () => {
  let world: World;
  let agent: PrinterAgent;
  let bare: PrinterAgent;

  beforeAll(async () => {
    world = await startWorld({ REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.1' });
    agent = await startPrinterAgent({
      printers: [{ serial: 'ONE-1', markers: [['sheets', 10]] }],
      hosts: ['127.0.0.1', '127.0.0.2'],
      settings: ['createUser keeper SHA "first-words" AES "second-words"', 'rouser keeper priv'],
    });
    bare = await startPrinterAgent({ printers: null });
  });
  afterAll(async () => {
    await agent.stop();
    await bare.stop();
    await world.stop();
  });

  const feedAt = async (
    url: string,
    { password, external_id }: { password?: string | undefined; external_id?: string } = {},
  ): Promise<unknown> => {
    const { api } = world.customer;
    const server = await api.post('/servers', { type: 'snmp', url, username: 'keeper', password });
    const source = { type: 'snmp', server_id: server.body.id, external_id };
    const feed = await api.post('/feeds', { ...source, ...(external_id && { server_password: password }) });
    expect(feed.status).toBe(200);
    return feed.body.health_check;
  };

  it.each([
    ['the right community as password is healthy', community, 'healthy'],
    ['a wrong community is unhealthy', 'guessed', 'unhealthy'],
    [
      'no password, which means the community public, is unhealthy if there is no such community',
      undefined,
      'unhealthy',
    ],
  ])('%s', async (_, password, health) => {
    expect(await feedAt(`snmp://${agent.address}`, { password })).toBe(health);
  });

  it.each([
    ['the right passphrases of version 3 are healthy', 'first-words second-words', 'healthy'],
    ['a wrong passphrase of version 3 is unhealthy', 'other-words second-words', 'unhealthy'],
  ])('%s', async (_, password, health) => {
    expect(await feedAt(`snmp://${agent.address}?version=3`, { password })).toBe(health);
  });

  it('one host of several that answers is healthy', async () => {
    const external_id = `127.0.0.1:${await closedUdpPort()}, ${agent.address}`;
    expect(await feedAt('snmp://printers.invalid', { password: community, external_id })).toBe('healthy');
  });

  it.each(['*', '127.0.0.1:0', 'a b://c', '[::g]'])(
    'an external id of %s is refused',
    async (external_id) => {
      const { api } = world.customer;
      const at = { type: 'snmp', url: `snmp://${agent.address}`, username: 'keeper', password: community };
      const { body: server } = await api.post('/servers', at);
      const feed = { type: 'snmp', server_id: server.id, external_id, server_password: community };
      const { status, body } = await api.post('/feeds', feed);
      expect({ status, error: body.error }).toEqual({
        status: 400,
        error: expect.stringMatching(/^external_id must list hosts/),
      });
    },
  );

  it('an agent without a printer is unhealthy', async () => {
    expect(await feedAt(`snmp://${bare.address}`, { password: community })).toBe('unhealthy');
  });

  it('a printer that counts neither sheets nor impressions is unhealthy, until it does', async () => {
    await agent.show([{ serial: 'ONE-1', markers: [['lines', 10]] }]);
    expect(await feedAt(`snmp://${agent.address}`, { password: community })).toBe('unhealthy');
    await agent.show([{ serial: 'ONE-1', markers: [['sheets', 10]] }]);
    expect(await feedAt(`snmp://${agent.address}`, { password: community })).toBe('healthy');
  });

  it('an address in a network that the operator has not allowed is unhealthy', async () => {
    expect(await feedAt(`snmp://127.0.0.2:${agent.port}`, { password: community })).toBe('unhealthy');
  });

  it('a port where no agent listens is unhealthy', async () => {
    const port = await closedUdpPort();
    expect(await feedAt(`snmp://127.0.0.1:${port}`, { password: community })).toBe('unhealthy');
  });

  it('the URL of another kind of server is unhealthy', async () => {
    expect(await feedAt(`http://${agent.address}`, { password: community })).toBe('unhealthy');
  });
});
