import { busyMs } from '../../server/test/support/busy-time.mjs';
import { encodeRequest } from './encode-request.mjs';
import { rawClient } from './raw-client.mjs';

/**
 * Another tenant, who asks for next to nothing all the while. How long the server keeps it waiting is measured in processor
 * time of the server's one thread, which does not depend on what else the machine does.
 */
export function createNeighbour(server, key) {
  const client = rawClient(server);
  const question = encodeRequest({
    method: 'GET',
    target: '/v1/account',
    headers: [
      ['Host', 'localhost'],
      ['Authorization', `Bearer ${key}`],
      ['User-Agent', 'RegroveNeighbour/1.0.0 (Regrove)'],
    ],
  });

  const ask = async () => {
    const [begun, busy] = [performance.now(), busyMs(server.pid)];
    const { status, lost } = await client.send(question, { method: 'GET', alone: false });
    return {
      ms: performance.now() - begun,
      busyMs: busyMs(server.pid) - busy,
      refusal: status === 200 ? undefined : (lost ?? status),
    };
  };

  return {
    ask,
    /** Asks again and again until the work is done, once at least: the worst of it. */
    async askDuring(work) {
      let isDone = false;
      const done = () => void (isDone = true);
      work.then(done, done);
      let worst = await ask();
      while (!isDone) worst = worseOf(worst, await ask());
      return worst;
    },
    close: () => client.close(),
  };
}

const worseOf = (one, other) => ({
  ms: Math.max(one.ms, other.ms),
  busyMs: Math.max(one.busyMs, other.busyMs),
  refusal: one.refusal ?? other.refusal,
});
