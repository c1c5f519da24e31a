import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, type Json } from '../../server/test/support/api-client.js';
import {
  community,
  snmpd,
  startPrinterAgent,
  type PrinterAgent,
} from '../../server/test/support/printer-agent.js';
import { expectRefusal } from '../../server/test/support/refusal.js';
import { startWorld, type World } from '../../server/test/support/world.js';
import { addCredential } from '../src/credentials.js';
import { readSettings } from '../src/settings.js';
import { version } from '../src/version.js';
import { makeHome, type Home } from './support/agents.js';

describe.skipIf(snmpd.missing)('The agent with a real server', () => {
  let world: World;
  let home: Home;
  let printer: PrinterAgent;
  let labeller: PrinterAgent;
  beforeAll(async () => {
    world = await startWorld();
    home = await makeHome();
    printer = await startPrinterAgent({
      printers: [],
      settings: ['sysName Lobby', 'override 1.3.6.1.2.1.25.3.2.1.3.1 octet_str "Acme Laser 5"'],
    });
    labeller = await startPrinterAgent({ printers: [{ markers: [['lines', 7]] }] });
  });
  afterAll(async () => {
    await printer.stop();
    await labeller.stop();
    await world.stop();
    await home.remove();
  });

  const status = async (): Promise<Json> => JSON.parse((await home.run('status', '--json')).stdout);
  const print = (total: number) => printer.show([{ serial: 'REAL-1', markers: [['sheets', total]] }]);
  const read = () => home.run('read', '--now');
  const agentsOf = async (feedId: string): Promise<Json[]> =>
    (await world.customer.api.get(`/feeds/${feedId}/agents`)).body;
  /** Runs the command that a person is given to paste. */
  const paste = (command: string) => {
    const [program, ...args] = command.split(' ');
    expect(program).toBe('regrove-agent');
    return home.run(...args, '--ca', world.server.running.certFile, '--name', 'till-4');
  };

  it('enrols, reads, sends and reports, keeps its queue when it is revoked, and sends it once it is enrolled again', async () => {
    const { api } = world.customer;
    const { body: feed } = await api.post('/feeds', { type: 'agent' });
    const { body: invited } = await api.post(`/feeds/${feed.id}/agents`, { name: 'Office' });
    expect(await paste(invited.command)).toMatchObject({ code: 0, stderr: '' });
    expect(await paste(invited.command)).toMatchObject({
      code: 1,
      stderr: 'the server does not enrol this agent: 401: The token is not valid, was used, or has expired\n',
    });

    await addCredential(home.directory, { version: '2c', secret: community }, home.seal);
    await home.run('add', printer.address, labeller.address);
    for (const total of [100, 142]) {
      await print(total);
      expect(await read()).toMatchObject({
        code: 0,
        stdout: '2 printers, 1 of them could not be read; 0 batches wait to be sent\n',
      });
    }
    expect(await status()).toMatchObject({
      id: invited.id,
      feed_id: feed.id,
      error: null,
      queue: { batches: 0 },
      set_aside: { batches: 0 },
    });
    const { body: deposits } = await api.get('/deposits');
    expect(deposits).toMatchObject([{ feed_id: feed.id, pages: 42 }]);
    expect(
      await world.server.sql('select device, name, model from feed_devices where feed_id = $1', [feed.id]),
    ).toEqual([{ device: 'REAL-1', name: 'Lobby', model: 'Acme Laser 5' }]);
    expect(await agentsOf(feed.id)).toMatchObject([
      {
        id: invited.id,
        name: 'Office',
        status: 'enrolled',
        version,
        devices: 2,
        trouble: [{ address: labeller.address, reason: 'noReading' }],
        last_seen_at: expect.stringMatching(/Z$/),
      },
    ]);

    const { key } = await readSettings(home.directory, home.seal);
    const stolen = apiClient(world.server, key);
    for (const path of ['/feeds', `/feeds/${feed.id}`, `/feeds/${feed.id}/agents`, '/deposits', '/accounts'])
      expectRefusal(await stolen.get(path), 403, /nothing but send readings/);
    const { body: other } = await api.post('/feeds', { type: 'agent', external_id: 'other' });
    const readings = [{ device: 'REAL-1', total: 1 }];
    expectRefusal(await stolen.post(`/feeds/${other.id}/readings`, { readings }), 403);

    await api.delete(`/feeds/${feed.id}/agents/${invited.id}`);
    for (const total of [150, 160]) {
      await print(total);
      await read();
    }
    expect(await status()).toMatchObject({
      status: 'revoked',
      error: expect.stringContaining('it was revoked'),
      queue: { batches: 2, readings: 2 },
    });
    expectRefusal(await stolen.get('/feeds'), 401);
    expect(await readdir(home.directory.queue)).toHaveLength(2);

    const { body: again } = await api.post(`/feeds/${feed.id}/agents`, {});
    expect(await paste(again.command)).toMatchObject({ code: 0, stderr: '' });
    await read();
    expect(await status()).toMatchObject({ id: again.id, error: null, queue: { batches: 0 } });
    const { body: more } = await api.get('/deposits');
    expect(more.reduce((sum: number, { pages }: Json) => sum + Number(pages), 0)).toBe(60);
    expect(await agentsOf(feed.id)).toMatchObject([{ id: again.id, name: 'till-4', status: 'enrolled' }]);
  });

  it('counts no wrong pages if a serial number is left out, or is that of another printer that answers another time', async () => {
    const { api } = world.customer;
    const other = await makeHome();
    const [one, twin] = [printer, labeller];
    try {
      const { body: feed } = await api.post('/feeds', { type: 'agent', external_id: 'uncertain' });
      const { body: invited } = await api.post(`/feeds/${feed.id}/agents`, {});
      const [, ...command] = String(invited.command).split(' ');
      expect(await other.run(...command, '--ca', world.server.running.certFile)).toMatchObject({ code: 0 });
      await addCredential(other.directory, { version: '2c', secret: community }, other.seal);
      await other.run('add', one.address, twin.address);
      const readOnly = async (answers: PrinterAgent, total: number, serial?: string): Promise<number> => {
        for (const agent of [one, twin]) await agent.show([]);
        await answers.show([{ ...(serial !== undefined && { serial }), markers: [['sheets', total]] }]);
        expect(await other.run('read', '--now')).toMatchObject({ code: 0 });
        const [pages] = await world.server.sql<{ pages: number }>(
          'select coalesce(sum(pages), 0)::int as pages from feed_readings where feed_id = $1',
          [feed.id],
        );
        return pages?.pages ?? NaN;
      };
      expect(await readOnly(one, 1_000, 'UNSURE-1')).toBe(0);
      expect(await readOnly(one, 1_010)).toBe(0);
      expect(await readOnly(twin, 90_000, 'UNSURE-1')).toBe(0);
      expect(await readOnly(one, 1_015, 'UNSURE-1')).toBe(15);
    } finally {
      await other.remove();
    }
  });
});
