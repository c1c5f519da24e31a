import { Agent, request } from 'node:https';

/** Speaks to the server as one integrator does: HTTPS, one connection kept alive. */
export function apiClient({ url, certificate }, key) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: certificate });
  const headers = {
    authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    'user-agent': 'RegroveBench/1.0.0 (Regrove)',
  };

  /** The answer as it arrives. */
  const open = (path) =>
    new Promise((resolve, reject) => {
      request(url + path, { agent, headers }, (answer) => {
        if (answer.statusCode === 200) resolve(answer);
        else reject(new Error(`GET ${path} was answered with ${answer.statusCode}`));
      })
        .once('error', reject)
        .end();
    });

  /** The whole answer as text. */
  const get = async (path) => {
    const parts = [];
    for await (const part of await open(path)) parts.push(part);
    return Buffer.concat(parts).toString();
  };

  return { open, get, close: () => agent.destroy() };
}
