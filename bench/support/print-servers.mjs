// Print servers in a separate process, so that they cost the measured one nothing. Prints the port of those that
// respond and the port of one that does not.
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { printersOf } from './print-queues.mjs';

const [groups, devices, answersInMs] = process.argv.slice(2).map(Number);
const names = printersOf(groups, devices);
const started = performance.now();

const living = createHttpServer(async (request, response) => {
  const body = await text(request);
  setTimeout(() => response.end(answerTo(body)), answersInMs);
});
// Accepts every connection and never responds.
const dead = createServer((socket) => socket.on('error', () => undefined).resume());
for (const server of [living, dead]) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
console.log(JSON.stringify({ living: living.address().port, dead: dead.address().port }));

function answerTo(body) {
  const values = body.includes('api.listPrinters') ? listed(body) : [pagesSoFar()];
  const items = values.map((value) => `<value><string>${value}</string></value>`).join('');
  return `<?xml version="1.0"?><methodResponse><params><param><value><array><data>${items}</data></array></value></param></params></methodResponse>`;
}

function listed(body) {
  const [offset, limit] = [...body.matchAll(/<int>(\d+)<\/int>/g)].map(([, number]) => Number(number));
  return names.slice(offset, offset + limit);
}

/** All printers print as long as the process runs. */
const pagesSoFar = () => 1_000 + Math.floor((performance.now() - started) / 100);
