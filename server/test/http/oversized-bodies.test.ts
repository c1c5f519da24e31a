import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
});

const mebibyte = 1_048_576;

async function open(): Promise<{ socket: TLSSocket; heard: () => string }> {
  const { port } = world.server.running;
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  let answers = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answers += text));
  await once(socket, 'secureConnect');
  return { socket, heard: () => answers };
}

const head = (line: string, ...more: string[]): string =>
  [
    `${line} HTTP/1.1`,
    'Host: x',
    'User-Agent: Large/1.0 (Tests)',
    `Authorization: Bearer ${world.customer.key}`,
    ...more,
    '',
    '',
  ].join('\r\n');

const inChunks = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

// A proxy that cannot send the rest of a body assumes that the server is broken and returns 502 instead.
describe('A body that is too large is refused, and the rest of it is still read', () => {
  const half = ' '.repeat(2 * mebibyte);
  it.each([
    ['with its length', `Content-Length: ${String(4 * mebibyte)}`, half, half],
    ['in chunks', 'Transfer-Encoding: chunked', inChunks(half), `${inChunks(half)}0\r\n\r\n`],
  ])('%s', async (_, length, beginning, rest) => {
    const { socket, heard } = await open();
    socket.write(head('POST /v1/deposits', 'Content-Type: application/json', length) + beginning);
    await until('the refusal', () => heard().includes('The body must be at most 1 MiB'));
    socket.write(rest);
    // The connection stays usable.
    socket.write(head('GET /v1/account'));
    await until('the answer to the next request', () => heard().includes(`"id":"${world.customer.id}"`));
    expect(heard()).toMatch(/^HTTP\/1\.1 400 .*HTTP\/1\.1 200 /s);
    socket.destroy();
  });
});
