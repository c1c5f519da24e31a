import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pause } from '../support/pause.js';
import { until } from '../support/until.js';
import {
  deliveryThat,
  endpointAt,
  startWebhookDeliverer,
  startReceiver,
  startWebhookWorld,
  type WebhookDeliverer,
  type DeliveryJson,
} from '../support/webhooks.js';
import type { World } from '../support/world.js';

let world: World;
let delivering: WebhookDeliverer;
beforeAll(async () => {
  world = await startWebhookWorld();
  delivering = startWebhookDeliverer(world.server.running.instance);
});
afterAll(async () => {
  await delivering.stop();
  await world.stop();
});

const open: Server[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of open.splice(0)) server.close();
});

/** A receiver that speaks whatever it likes. Returns its URL. */
async function rawReceiver(talk: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    // Once the request has begun to arrive.
    socket.once('data', () => {
      talk(socket);
    });
  });
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** What came of the first attempt to send an event there. */
async function firstAttemptAt(url: string): Promise<DeliveryJson & { first: Record<string, unknown> }> {
  const member = await world.newAccount('distributor');
  const { id } = await endpointAt(member, url, { events: ['deposit.created'] });
  await member.api.post('/deposits', { pages: 1 });
  const delivery = await deliveryThat(member, id, 'an attempt', ({ attempts }) => attempts.length > 0);
  return { ...delivery, first: delivery.attempts[0] as Record<string, unknown> };
}

const head = (...lines: string[]): string => `${lines.join('\r\n')}\r\n\r\n`;

/** Repeats it while the socket takes it. */
function flood(socket: Socket, text: string): void {
  const chunk = Buffer.from(text);
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

describe('an attempt', () => {
  it.each([301, 302, 307, 308])(
    'that is redirected by %d has failed, and is not sent elsewhere',
    async (status) => {
      const elsewhere = await startReceiver();
      const url = await rawReceiver((socket) =>
        socket.end(head(`HTTP/1.1 ${status} There`, `location: ${elsewhere.url}`, 'content-length: 0')),
      );
      const { first, status: is } = await firstAttemptAt(url);
      expect([first, is]).toEqual([
        expect.objectContaining({ status_code: status, error: 'redirect' }),
        'pending',
      ]);
      expect(elsewhere.requests).toEqual([]);
      await elsewhere.close();
    },
  );

  it('succeeds by the status alone: of an endless answer only the beginning is read', async () => {
    let sent = 0;
    const url = await rawReceiver((socket) => {
      socket.write(head('HTTP/1.1 200 OK', `content-length: ${100 * 1024 * 1024}`));
      flood(socket, 'x'.repeat(64 * 1024));
      socket.on('close', () => (sent = socket.bytesWritten));
    });
    const { first, status } = await firstAttemptAt(url);
    expect(status).toBe('succeeded');
    expect(first['response_excerpt']).toBe('x'.repeat(1_000));
    await until('the connection to be closed', () => sent > 0);
    expect(sent).toBeLessThan(50 * 1024 * 1024);
  });

  it('does not wait for the rest of an answer that trickles', async () => {
    const url = await rawReceiver((socket) => {
      socket.write(head('HTTP/1.1 200 OK', 'transfer-encoding: chunked'));
      const timer = setInterval(() => socket.write('1\r\na\r\n'), 200);
      socket.on('close', () => {
        clearInterval(timer);
      });
    });
    const { first, status } = await firstAttemptAt(url);
    expect(status).toBe('succeeded');
    expect(first['response_excerpt']).toMatch(/^a+$/);
    await until('the connection to be closed', () => sockets.size === 0);
  });

  it('ends after 15 seconds, whatever trickles in', async () => {
    const url = await rawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-endless: ');
      const timer = setInterval(() => socket.write('a'), 500);
      socket.on('close', () => {
        clearInterval(timer);
      });
    });
    const { first } = await firstAttemptAt(url);
    expect(first).toMatchObject({ status_code: null, error: 'timeout' });
    expect(first['duration_ms']).toBeGreaterThan(14_900);
  });

  it.each([
    ['answers with something else', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['sends endless informational responses', head('HTTP/1.1 103 Early Hints').repeat(50)],
    [
      'switches to another protocol',
      head('HTTP/1.1 101 Switching Protocols', 'upgrade: websocket', 'connection: upgrade'),
    ],
    ['sends an endless head', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}`],
  ])('fails if the receiver %s', async (_, answer) => {
    const url = await rawReceiver((socket) => socket.write(answer));
    expect((await firstAttemptAt(url)).first).toMatchObject({ status_code: null, error: 'bad_response' });
  });

  it('fails if the receiver closes the connection, and is not repeated at once', async () => {
    let connections = 0;
    const url = await rawReceiver((socket) => {
      connections += 1;
      socket.destroy();
    });
    expect((await firstAttemptAt(url)).first).toMatchObject({
      status_code: null,
      error: 'connection_failed',
    });
    expect(connections).toBe(1);
  });

  it('keeps an answer that is not text as text', async () => {
    const bytes = Buffer.from(Array.from({ length: 3_000 }, (_, index) => index % 256));
    const url = await rawReceiver((socket) => {
      socket.write(head('HTTP/1.1 500 No', 'content-length: 3000'));
      socket.end(bytes);
    });
    const excerpt = String((await firstAttemptAt(url)).first['response_excerpt']);
    expect(excerpt).toContain('ABC');
    expect(excerpt.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(1_000);
  });

  it('uses a connection again, and a new one if the receiver has closed it', async () => {
    const used = new Set<unknown>();
    const receiver = await startReceiver((request, response) => {
      used.add(request.socket);
      response.writeHead(204).end();
    });
    const member = await world.newAccount('distributor');
    await endpointAt(member, receiver.url, { events: ['deposit.created'] });
    for (let number = 1; number <= 5; number++) {
      await member.api.post('/deposits', { pages: 1 });
      await until(`event ${number}`, () => receiver.received.length === number);
    }
    expect(used.size).toBe(1);
    for (const socket of used) (socket as Socket).destroy();
    await member.api.post('/deposits', { pages: 1 });
    await until('another event', () => receiver.received.length === 6);
    expect(used.size).toBe(2);
    await receiver.close();
  });
});

describe('an endpoint that hangs', () => {
  it('delays no other one, also of the same account', async () => {
    const hanging = await rawReceiver(() => undefined);
    const receiver = await startReceiver();
    const member = await world.newAccount('distributor');
    for (let number = 0; number < 5; number++)
      await endpointAt(member, hanging, { events: ['deposit.created'] });
    await endpointAt(member, receiver.url, { events: ['deposit.created'] });
    for (let number = 1; number <= 20; number++) {
      await member.api.post('/deposits', { pages: number });
      await pause(20);
    }
    // Much earlier than a single attempt at the others ends.
    await until('all events', () => receiver.received.length === 20, Boolean, 10_000);
    // Each of the others has one attempt under way, not one for each event.
    expect(sockets.size).toBe(5);
    await receiver.close();
  });
});
