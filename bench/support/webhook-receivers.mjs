// Receivers of webhooks in a separate process, so that they cost the measured one nothing. Prints the port of one that answers at
// once and the port of one that never does. `GET /seen` of the first has what it got since the last time.
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';

let seen = [];

const living = createHttpServer((request, response) => {
  if (request.url === '/seen') {
    response.end(JSON.stringify(seen));
    seen = [];
    return;
  }
  seen.push([request.headers['webhook-id'], Date.now()]);
  request.resume().on('end', () => response.writeHead(204).end());
});
// Accepts every connection and never responds.
const hanging = createServer((socket) => socket.on('error', () => undefined).resume());
for (const server of [living, hanging]) {
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 });
  await once(server, 'listening');
}
console.log(JSON.stringify({ living: living.address().port, hanging: hanging.address().port }));
