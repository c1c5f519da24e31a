import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../../src/main/serve.js';
import { timeLimits } from '../../src/http/time-limits.js';
import { readConfig } from '../../src/platform/config/config.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

/** Short for a test, but long compared to sending a request on a busy machine. */
const short = { headersMs: 2_000, requestMs: 4_000, idleMs: 1_000, stalledMs: 3_000 };

let world: World;
let server: RunningServer;
beforeAll(async () => {
  world = await startWorld();
  server = await startServer(
    readConfig({
      REGROVE_DATA_DIR: world.server.running.instance.config.dataDir,
      REGROVE_DATABASE_URL: world.server.database.url,
      REGROVE_PORT: '0',
      REGROVE_HTTP_PORT: '0',
      REGROVE_METRICS_PORT: '0',
      REGROVE_LOG_LEVEL: 'silent',
    }),
    { runsJobs: false, timeLimits: short },
  );
});
afterAll(async () => {
  await server.stop();
  await world.stop();
});

const tcp = (port: number | undefined) => async (): Promise<Socket> => {
  const socket = connectTcp(port ?? 0, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};

const tls = async (): Promise<Socket> => {
  const socket = connectTls({ host: '127.0.0.1', port: server.port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  return socket;
};

const ports: readonly [string, () => () => Promise<Socket>][] = [
  ['HTTPS', () => tls],
  ['plain', () => tcp(server.httpPort)],
  ['metrics', () => tcp(server.metricsPort)],
];

/** The response until the server closed the connection. The test times out if it stays open. */
function untilClosed(socket: Socket): Promise<string> {
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
  return new Promise((resolve) => {
    socket
      .on('error', () => undefined)
      .on('close', () => {
        resolve(answer);
      });
  });
}

/** Sends a byte from time to time, so that the connection is never idle, until it is closed. */
function trickle(socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), 20);
  socket.on('close', () => {
    clearInterval(timer);
  });
}

it('A client has ten seconds to send something after it connects', () => {
  expect(timeLimits.headersMs).toBe(10_000);
});

describe.concurrent('A connection is closed', () => {
  it('if it never starts its TLS handshake', async () => {
    await untilClosed(await tcp(server.port)());
  });

  it('if it stops in the middle of its TLS handshake', async () => {
    const socket = await tcp(server.port)();
    // The beginning of a ClientHello that announces 512 bytes.
    socket.write(Buffer.from([22, 3, 1, 2, 0, 1, 0]));
    await untilClosed(socket);
  });

  it('if its TLS handshake arrives one byte at a time', async () => {
    const socket = await tcp(server.port)();
    socket.write(Buffer.from([22, 3, 1, 63, 0, 1, 0, 62, 252, 3, 3]));
    trickle(socket, '\0');
    await untilClosed(socket);
  });

  describe.each(ports)('on the %s port', (_, open) => {
    it('if it sends no request, without a response that could be taken for that of a later one', async () => {
      expect(await untilClosed(await open()())).toMatch(/^(HTTP\/1\.1 408 |$)/);
    });

    it('if its headers arrive one byte at a time', async () => {
      const socket = await open()();
      socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      trickle(socket, 'x');
      expect(await untilClosed(socket)).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    });

    it('if its next request never arrives', async () => {
      const socket = await open()();
      socket.write('GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n');
      expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 [34]\d\d /);
    });
  });

  it('if its body arrives one byte at a time', async () => {
    const socket = await tls();
    socket.write(
      `POST /v1/deposits HTTP/1.1\r\nHost: x\r\nUser-Agent: Slow/1.0 (Tests)\r\n` +
        `Authorization: Bearer ${world.customer.key}\r\nContent-Length: 100000\r\n\r\n`,
    );
    trickle(socket, ' ');
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 400 .*The request took too long to arrive/s);
  });

  it('if its body continues without end after it was refused', async () => {
    const socket = await tls();
    socket.write(
      `POST /v1/deposits HTTP/1.1\r\nHost: x\r\nUser-Agent: Long/1.0 (Tests)\r\n` +
        `Authorization: Bearer ${world.customer.key}\r\nContent-Length: 10000000\r\n\r\n`,
    );
    trickle(socket, ' ');
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 400 .*at most 1 MiB/s);
  });

  it('if the client does not read the response', async () => {
    await world.server.sql(
      `insert into deposits
       select (jsonb_populate_record(deposits, jsonb_build_object('id', gen_random_uuid()))).*
       from deposits, generate_series(1, 20000) where id = $1`,
      [(await world.customer.api.post('/deposits', { pages: 1 })).body.id],
    );
    const socket = await tls();
    socket.pause().on('error', () => undefined);
    socket.write(
      `GET /v1/deposits HTTP/1.1\r\nHost: x\r\nUser-Agent: Slow/1.0 (Tests)\r\n` +
        `Authorization: Bearer ${world.customer.key}\r\n\r\n`,
    );
    expect(await openConnections()).toBeGreaterThan(0);
    await until('all connections to be closed', openConnections, (seen) => seen === 0);
    socket.destroy();
  });

  const openConnections = async (): Promise<number> => {
    const metrics = await fetch(`http://127.0.0.1:${String(server.metricsPort)}/metrics`);
    return Number(/regrove_connections\{listener="https"\} (\d+)/.exec(await metrics.text())?.[1]);
  };
});
