import { mainThreadCpuMs } from '../../server/test/support/main-thread-cpu-time.mjs';
import { encodeRequest } from './encode-request.mjs';
import { rawClient } from './raw-client.mjs';

/**
 * Another tenant that continuously sends a cheap request. Its delay is measured in CPU time of the server's main
 * thread, which does not depend on other load on the machine.
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
    const [begun, busy] = [performance.now(), mainThreadCpuMs(server.pid)];
    const { status, lost } = await client.send(question, { method: 'GET', alone: false });
    return {
      ms: performance.now() - begun,
      busyMs: mainThreadCpuMs(server.pid) - busy,
      refusal: status === 200 ? undefined : (lost ?? status),
    };
  };

  return {
    ask,
    /** Repeats the request until the work is done, at least once; returns the worst result. */
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
