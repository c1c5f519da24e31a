import { Agent, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

const perSecond = 100;

/**
 * Sends requests at a constant rate, without waiting for earlier responses, until the work is done. Returns how long
 * each took from the time when it was due, in milliseconds, so that a server that stalls is charged for all requests
 * it delays.
 */
export async function latenciesDuring({ url, certificate }, requests, work) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, ca: certificate });
  const latencies = [];
  const underWay = new Set();
  let isDone = false;
  const working = Promise.resolve(work()).finally(() => (isDone = true));
  const started = performance.now();
  for (let number = 0; !isDone; number++) {
    const due = started + (number * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    const { path, key, body } = requests[number % requests.length];
    const one = send(agent, url + path, key, body).then(() => {
      latencies.push(performance.now() - due);
      underWay.delete(one);
    });
    underWay.add(one);
  }
  await Promise.all([working, ...underWay]);
  agent.destroy();
  return latencies;
}

export const p99 = (latencies) => latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)];

/** Reads, or posts a body if there is one. */
const send = (agent, address, key, body) =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      'user-agent': 'RegroveBench/1.0.0 (Regrove)',
    };
    request(address, { agent, headers, method: body === undefined ? 'GET' : 'POST' }, (answer) => {
      answer.resume();
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${address} was answered with ${answer.statusCode}`));
      });
    })
      .once('error', reject)
      .end(body);
  });
