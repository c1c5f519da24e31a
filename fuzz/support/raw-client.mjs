import { once } from 'node:events';
import { connect } from 'node:tls';
import { clearTimeout } from 'node:timers';
import { parseResponse } from './parse-response.mjs';

/** Far longer than any response takes: after this, the server hangs. */
const hangMs = 30_000;

/** Sends bytes unchanged, which no HTTP client would do, one request at a time. */
export function rawClient({ url, certificate }) {
  const { hostname, port } = new URL(url);
  let kept;

  const open = async () => {
    const socket = connect({ host: hostname, port: Number(port), ca: certificate });
    socket.setNoDelay(true);
    await once(socket, 'secureConnect');
    return socket;
  };

  const answerOn = (socket, bytes, method) =>
    new Promise((resolve) => {
      let arrived = Buffer.alloc(0);
      const done = (answer) => {
        clearTimeout(timer);
        socket.removeAllListeners('data').removeAllListeners('close').removeAllListeners('error');
        socket.on('error', () => undefined);
        resolve(answer);
      };
      const look = (hasEnded) => {
        const answer = parseResponse(arrived, { method, hasEnded });
        if (answer) done(answer);
        else if (hasEnded) done({ lost: 'the connection was closed without a whole answer' });
      };
      const timer = setTimeout(() => done({ lost: `no answer within ${hangMs / 1000} s` }), hangMs);
      socket.on('data', (part) => {
        arrived = arrived.length === 0 ? part : Buffer.concat([arrived, part]);
        look(false);
      });
      socket.on('error', () => undefined);
      socket.on('close', () => look(true));
      socket.write(bytes);
    });

  return {
    /** `alone`: on a separate connection, because later bytes could be read as a part of the request. */
    async send(bytes, { method, alone }) {
      const usable = !alone && kept && !kept.destroyed && kept.readable ? kept : undefined;
      const socket = usable ?? (await open());
      if (!alone) kept = socket;
      const answer = await answerOn(socket, bytes, method);
      if (alone || answer.lost || answer.headers.get('connection') === 'close') {
        socket.destroy();
        if (kept === socket) kept = undefined;
      }
      // An idle connection may have been closed by the server, which says nothing about the request.
      const wasStale = usable && answer.lost?.startsWith('the connection');
      return wasStale ? this.send(bytes, { method, alone: true }) : answer;
    },
    close: () => kept?.destroy(),
  };
}
