import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { fetch } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../sdk/src/index.js';
import { closedPort } from '../support/ports.js';
import { regrove, start, type RecordedProcess } from '../support/regrove-process.js';
import { until } from '../support/until.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

let world: World;
let program: Server;
let received: Received[];
let status: number;
let listening: RecordedProcess | undefined;
let member: TestAccount;

beforeAll(async () => {
  world = await startWorld();
  program = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(status, { location: '/elsewhere' }).end('thanks');
    });
  }).listen(0, '127.0.0.1');
  await once(program, 'listening');
});
beforeEach(async () => {
  received = [];
  status = 204;
  member = await world.newAccount('channel', world.distributor);
});
afterEach(async () => {
  await listening?.stop('SIGINT');
  listening = undefined;
});
afterAll(async () => {
  program.close();
  await world.stop();
});

const address = (): string => `http://127.0.0.1:${String((program.address() as AddressInfo).port)}/hook`;

/** Without a database, as on a developer's machine. */
async function listen(...options: string[]): Promise<{ secret: string; publicKey: string }> {
  const url = world.server.url;
  listening = start(
    ['webhooks', 'listen', '--key', member.key, '--forward-to', address(), '--url', url, ...options],
    { NODE_EXTRA_CA_CERTS: world.server.running.certFile, REGROVE_DATA_DIR: '/nonexistent' },
  );
  await listening.printed(/Waiting for events/);
  const secret = await listening.printed(/^Secret +(whsec_\S+)$/m);
  return { secret, publicKey: await listening.printed(/^Public key +(whpk_\S+)$/m) };
}

const arrived = (count: number): Promise<unknown> => until(`${count} events`, () => received.length >= count);

const bodies = (): { id: string; type: string; account_id: string }[] =>
  received.map(({ body }) => JSON.parse(body) as { id: string; type: string; account_id: string });

describe('webhooks listen', () => {
  it('posts new events, signed, as the API has them, and prints a line for each', async () => {
    await member.api.post('/deposits', { pages: 1 });
    const { secret, publicKey } = await listen();
    const { body: deposit } = await member.api.post('/deposits', { pages: 1200 });
    await arrived(1);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: 'deposit.created',
      data: { object: deposit },
    });
    for (const key of [secret, publicKey]) {
      const event = await verifyWebhook(body, headers, key);
      expect((await member.api.get(`/events/${event.id}`)).body).toEqual(event);
      const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/.source;
      await listening?.printed(new RegExp(`^${time}  deposit\\.created  ${event.id}  204  \\d+ ms$`, 'm'));
    }
    // Once each, although the same events are read again and again.
    await member.api.post('/deposits', { pages: 2 });
    await arrived(2);
    expect(new Set(bodies().map(({ id }) => id)).size).toBe(2);
    const ending = await listening?.stop('SIGINT');
    expect(ending).toMatchObject({ code: 0, stderr: '' });
    expect(received).toHaveLength(2);
  });

  it('has the same secret after a restart', async () => {
    const first = await listen();
    await listening?.stop('SIGINT');
    expect(await listen()).toEqual(first);
  });

  it('also posts an event that was committed after a newer one', async () => {
    await listen();
    const { body: newer } = await member.api.post('/deposits', { pages: 5 });
    await arrived(1);
    // What a change that took long leaves behind.
    const late = `${bodies()[0]?.id.slice(0, -4) ?? ''}beef`;
    await world.server.sql(
      `insert into events (account_id, id, sequence, type, subject_id, at, facts, pending)
       select account_id, $2, sequence, 'deposit.created', subject_id, at - interval '20 seconds', after, false
       from audit_entries where account_id = $1 and sequence is not null`,
      [member.id, late],
    );
    await arrived(2);
    expect(bodies()[1]).toMatchObject({ id: late, data: { object: newer } });
  });

  it('posts only the chosen events, and those of accounts below if asked to', async () => {
    await listen('--events', 'deposit.deleted,account.*', '--include-descendants');
    const { body: deposit } = await member.api.post('/deposits', { pages: 5 });
    await member.api.delete(`/deposits/${String(deposit['id'])}`);
    const below = await world.newAccount('customer', member);
    await arrived(2);
    expect(bodies()).toMatchObject([
      { type: 'deposit.deleted', account_id: member.id },
      { type: 'account.created', account_id: below.id },
    ]);
  });

  it('prints what the program answers, without following it, and goes on', async () => {
    await listen();
    status = 302;
    await member.api.post('/deposits', { pages: 5 });
    await listening?.printed(/deposit\.created {2}\S+ {2}302 {2}/);
    status = 500;
    await member.api.post('/deposits', { pages: 6 });
    await listening?.printed(/deposit\.created {2}\S+ {2}500 {2}/);
    expect(received).toHaveLength(2);
  });

  it('says that the program is not running', async () => {
    const forwardTo = `http://127.0.0.1:${String(await closedPort())}/`;
    await listen('--forward-to', forwardTo);
    await member.api.post('/deposits', { pages: 5 });
    await listening?.printed(/deposit\.created {2}\S+ {2}failed: connect ECONNREFUSED/);
  });

  it('survives an outage of the server', async () => {
    let isDown = false;
    const { url } = world.server;
    const proxy = createServer((request, response) => {
      if (isDown) return void response.writeHead(502).end('Bad gateway');
      const { authorization = '', 'user-agent': agent = '' } = request.headers;
      const target = `${url}${(request.url ?? '').replace('/v1', '')}`;
      const headers = { authorization, 'user-agent': agent };
      void fetch(target, { headers, dispatcher: world.server.agent }).then(async (answer) => {
        const link = answer.headers.get('link');
        response.writeHead(answer.status, link === null ? {} : { link }).end(await answer.text());
      });
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    await listen('--url', `http://127.0.0.1:${String(port)}/v1/`);
    isDown = true;
    await until(
      'the message',
      () => listening?.stderr.includes('answers 502: Bad gateway. Trying again') === true,
    );
    await member.api.post('/deposits', { pages: 7 });
    isDown = false;
    await arrived(1);
    expect(listening?.stderr).toContain('The server answers again.');
    proxy.closeAllConnections();
    proxy.close();
  });
});

describe('webhooks listen ends at once', () => {
  const attempt = (url: string, key: string) =>
    regrove(['webhooks', 'listen', '--key', key, '--forward-to', address(), '--url', url], {
      NODE_EXTRA_CA_CERTS: world.server.running.certFile,
    });

  it('if the key is not valid', async () => {
    const { code, stdout, stderr } = await attempt(world.server.url, 'rg_nobody');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^https:\S+ answers 401: .+\n$/);
  });

  it('if there is no server', async () => {
    const { code, stderr } = await attempt(`https://127.0.0.1:${String(await closedPort())}`, member.key);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^https:\S+ cannot be reached/);
  });
});
