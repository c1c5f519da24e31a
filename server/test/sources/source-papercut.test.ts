import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNetworkPolicy } from '../../src/platform/net/network-policy.js';
import { endpointOf, papercut } from '../../src/sources/papercut.js';
import { portOf } from '../../../printers/src/port-of.js';
import { methodCall } from '../../src/sources/xml-rpc/method-call.js';
import { readFrom, type SourceResult } from '../support/read-source.js';
import { type RecordedProcess, spawnRecorded } from '../support/regrove-process.js';
import { findSystemProgram } from '../support/system-programs.js';
import { startWorld, type World } from '../support/world.js';

const python = findSystemProgram('python3');
const script = fileURLToPath(new URL('../peers/papercut_server.py', import.meta.url));

const totals = ({ readings }: SourceResult): Record<string, number> =>
  Object.fromEntries(readings.map(({ device, total }) => [device, total]));

describe.skipIf(python.missing).each([
  ['', []],
  [', of an old version', ['old']],
])("PaperCut's web services, on the XML-RPC server of Python%s", (_age, age) => {
  let server: RecordedProcess;
  let url: string;
  beforeAll(async () => {
    server = spawnRecorded(python.binary, [script, ...age]);
    url = `http://127.0.0.1:${await server.printed(/port (\d+)/)}`;
  });
  afterAll(async () => {
    await server.stop();
  });

  // Device names begin with the host, which is always the same here.
  const read = async (externalId: string | null, password: string | null = 'few'): Promise<SourceResult> => {
    const { readings, ...found } = await readFrom(papercut, { url, password, externalId });
    for (const { device } of readings) expect(device).toMatch(/^127\.0\.0\.1 /);
    return {
      ...found,
      readings: readings.map((one) => ({ ...one, device: one.device.replace('127.0.0.1 ', '') })),
    };
  };

  it('reads every print queue and every copier for *', async () => {
    const found = await read('*');
    expect(totals(found)).toEqual({
      'print01\\Lobby': 1200,
      'print01\\Legal & <Tax>': 77,
      'print02\\総務部 複合機': 0,
      'print02\\Floor 2\\West': 5,
      'print02\\Annex/East': 31,
      'device\\Copier': 9000,
    });
    expect(new Set(found.readings.map(({ unit }) => unit))).toEqual(new Set(['impressions']));
    expect(found.unreadable).toEqual([]);
  });

  it.each([
    ['a server name, the queues of that server', 'print01', ['print01\\Legal & <Tax>', 'print01\\Lobby']],
    ['a server name in another case', 'PRINT01', ['print01\\Legal & <Tax>', 'print01\\Lobby']],
    ['a printer', 'print01\\Lobby', ['print01\\Lobby']],
    ['a printer after a slash', 'print01/Lobby', ['print01\\Lobby']],
    ['a printer in another case, under the name in PaperCut', 'Print01\\LOBBY', ['print01\\Lobby']],
    ['a name with ampersand and angle brackets', 'print01\\Legal & <Tax>', ['print01\\Legal & <Tax>']],
    ['a name in another script', 'print02\\総務部 複合機', ['print02\\総務部 複合機']],
    ['a name that contains a backslash', 'print02\\Floor 2\\West', ['print02\\Floor 2\\West']],
    ['a name that contains a slash', 'print02/Annex/East', ['print02\\Annex/East']],
    ['a printer without its server', 'lobby', ['print01\\Lobby']],
    ['the prefix of all copiers', 'device', ['device\\Copier']],
  ])('reads for %s', async (_, externalId, devices) => {
    const found = await read(externalId);
    expect(found.readings.map(({ device }) => device).sort()).toEqual(devices);
  });

  it('reads the printers of a server from all batches of a list of 2,500, each once, with its own count', async () => {
    const found = await read('print03', 'many');
    const numbers = Array.from({ length: 357 }, (_, index) => 3 + 7 * index);
    expect(found.readings.map(({ total }) => total).sort((a, b) => a - b)).toEqual(numbers);
    for (const { device, total } of found.readings) expect(Number(device.slice(-4))).toBe(total);
  });

  it('finds one of 2,500 in the last batch', async () => {
    expect(totals(await read('print06\\Queue 2498', 'many'))).toEqual({ 'print06\\Queue 2498': 2498 });
  });

  it('takes a fault after the last printer as the end of the list', async () => {
    expect(totals(await read('*', 'strict'))).toEqual({ 'print01\\Lobby': 1200, 'device\\Copier': 9000 });
    expect((await read('*', 'strict')).unreadable).toEqual([]);
  });

  it('reports a list that ends with a fault where there may be more', async () => {
    const found = await read('*', 'strict many');
    expect(found.readings).toHaveLength(1000);
    expect(found.unreadable.map(({ device }) => device)).toEqual(['printers after the first 1000']);
  });

  it('reports a failed login for a wrong token and for none', async () => {
    await expect(read('*', 'guessed')).rejects.toMatchObject({ reason: 'login' });
    await expect(read('*', null)).rejects.toMatchObject({ reason: 'login' });
  });

  it('reports no device for an unknown printer, an unknown server and an empty PaperCut', async () => {
    await expect(read('print01\\Cellar')).rejects.toMatchObject({ reason: 'noDevice' });
    await expect(read('print09')).rejects.toMatchObject({ reason: 'noDevice' });
    await expect(read('*', 'none')).rejects.toMatchObject({ reason: 'noDevice' });
  });

  it('reports invalid counts, and reads the others', async () => {
    const found = await read('*', 'odd');
    expect(totals(found)).toEqual({ 'print01\\Typed': 321, 'print01\\Fine': 44 });
    const odd = ['Below', 'Empty', 'Fraction', 'Grouped', 'Part', 'Words'].map((name) => `print01\\${name}`);
    expect(found.unreadable.map(({ device }) => device).sort()).toEqual(['no server', ...odd]);
    for (const { error } of found.unreadable) expect(error).toMatchObject({ reason: 'noReading' });
  });

  it('reads changed counts under the same name', async () => {
    const before = totals(await read('print02'));
    const body = methodCall('test.print', ['few', 'print02\\Annex/East', 30]);
    expect((await fetch(`${url}/rpc/api/xmlrpc`, { method: 'POST', body })).status).toBe(200);
    expect(totals(await read('print02'))).toEqual({ ...before, 'print02\\Annex/East': 61 });
  });

  it('finds the web services below a path, and with the full path', async () => {
    for (const path of ['/behind/a/proxy', '/behind/a/proxy/', '/rpc/api/xmlrpc', '/rpc/api/xmlrpc/']) {
      const found = await readFrom(papercut, { url: url + path, password: 'few', externalId: 'print01' });
      expect(totals(found)).toEqual({
        '127.0.0.1 print01\\Lobby': 1200,
        '127.0.0.1 print01\\Legal & <Tax>': 77,
      });
    }
    const elsewhere = readFrom(papercut, { url: `${url}/elsewhere`, password: 'few', externalId: '*' });
    await expect(elsewhere).rejects.toMatchObject({ reason: 'badAnswer' });
  });

  it('is refused at a private address unless the operator allows it', async () => {
    const network = createNetworkPolicy([]);
    const refused = readFrom(papercut, { url, password: 'few', externalId: '*', network });
    await expect(refused).rejects.toMatchObject({ reason: 'privateAddress', host: expect.any(String) });
  });

  describe('as a feed', () => {
    let world: World;
    beforeAll(async () => {
      world = await startWorld({ REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.0/8' });
    });
    afterAll(() => world.stop());

    it.each([
      ['healthy with the right token', 'few', 'print01', 'healthy'],
      ['healthy with thousands of printers', 'many', '*', 'healthy'],
      ['unhealthy with a wrong token', 'guessed', 'print01', 'unhealthy'],
      ['unhealthy for an unknown printer', 'few', 'print01\\Cellar', 'unhealthy'],
    ])('is %s', async (_, password, external_id, health) => {
      const { api } = world.customer;
      const at = await api.post('/servers', { type: 'papercut', url, username: 'unused', password });
      const feed = await api.post('/feeds', { type: 'papercut', server_id: at.body.id, external_id });
      expect(feed.status).toBe(200);
      expect(feed.body.health_check).toBe(health);
    });

    it('needs an external id', async () => {
      const { api } = world.customer;
      const at = await api.post('/servers', { type: 'papercut', url, username: 'unused', password: 'few' });
      const feed = await api.post('/feeds', { type: 'papercut', server_id: at.body.id });
      expect(feed.status).toBe(400);
    });
  });
});

describe('the URL of the web services', () => {
  it.each([
    ['http://print.example', 'http://print.example/rpc/api/xmlrpc', 9191],
    ['https://print.example', 'https://print.example/rpc/api/xmlrpc', 9192],
    ['https://print.example:443', 'https://print.example/rpc/api/xmlrpc', 443],
    ['http://[::1]:80/', 'http://[::1]/rpc/api/xmlrpc', 80],
    ['http://[::1]', 'http://[::1]/rpc/api/xmlrpc', 9191],
    ['https://print.example:8443/', 'https://print.example:8443/rpc/api/xmlrpc', 8443],
    ['https://print.example:8443/a?b=c', 'https://print.example:8443/a/rpc/api/xmlrpc', 8443],
  ])('below %s is %s at port %i', (given, whole, port) => {
    expect(endpointOf(new URL(given)).href).toBe(whole);
    expect(portOf(given, papercut)).toBe(port);
  });
});
