import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  community,
  snmpd,
  startPrinterAgent,
  type PrinterAgent,
} from '../../../server/test/support/printer-agent.js';
import { startWorld, type World } from '../../../server/test/support/world.js';
import { routes } from '../../../server/src/http/routes/index.js';
import { addCredential } from '../../src/credentials.js';
import { makeHome, type Home } from '../support/agents.js';

/** A server from before agents has nothing to enrol with. */
const knowsAgents = routes.some(({ path }) => path === '/feeds/:id/agents');

describe.skipIf(!knowsAgents || snmpd.missing)('The agent with a real server', () => {
  let world: World;
  let home: Home;
  let printer: PrinterAgent;
  beforeAll(async () => {
    world = await startWorld();
    home = await makeHome();
    printer = await startPrinterAgent({ printers: [{ serial: 'REAL-1', markers: [['sheets', 100]] }] });
  });
  afterAll(async () => {
    await printer.stop();
    await world.stop();
    await home.remove();
  });

  const status = async () => JSON.parse((await home.run('status', '--json')).stdout);

  it('enrols, reads, sends and reports, and stops when it is revoked', async () => {
    const { api } = world.customer;
    const feed = (await api.post('/feeds', { type: 'agent', name: 'Office' })).body;
    const { id, token } = (await api.post(`/feeds/${feed.id}/agents`, { name: 'Office' })).body;
    const url = world.server.url.replace(/\/v1$/, '');
    const enrol = (): ReturnType<Home['run']> =>
      home.run('enrol', url, token, '--ca', world.server.running.certFile);
    expect(await enrol()).toMatchObject({ code: 0, stderr: '' });
    expect(await enrol()).toMatchObject({ code: 1 });
    await addCredential(home.directory, { version: '2c', secret: community }, home.seal);
    await home.run('add', printer.address);
    expect(await home.run('read', '--now')).toMatchObject({ code: 0 });
    await printer.show([{ serial: 'REAL-1', markers: [['sheets', 142]] }]);
    expect(await home.run('read', '--now')).toMatchObject({ code: 0 });
    expect(await status()).toMatchObject({ error: null, queue: { batches: 0 }, set_aside: { batches: 0 } });
    const deposits = (await api.get('/deposits')).body;
    expect(JSON.stringify(deposits)).toContain(feed.id);
    const agents = (await api.get(`/feeds/${feed.id}/agents`)).body;
    expect(JSON.stringify(agents)).toContain(id);
    await api.delete(`/feeds/${feed.id}/agents/${id}`);
    await home.run('read', '--now');
    expect(await status()).toMatchObject({ status: 'revoked', queue: { batches: 1 } });
  });
});
