import { Agent, request } from 'node:https';

/** Calls the server as one integrator does: HTTPS, one connection that is kept alive. */
export function apiClient({ url, certificate }, key, moreHeaders = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: certificate });
  const headers = {
    authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    'user-agent': 'RegroveBench/1.0.0 (Regrove)',
    ...moreHeaders,
  };

  const send = (method, path, body) =>
    new Promise((resolve, reject) => {
      request(url + path, { method, agent, headers }, (answer) => {
        if (answer.statusCode === 200) resolve(answer);
        else reject(new Error(`${method} ${path} was answered with ${answer.statusCode}`));
      })
        .once('error', reject)
        .end(body);
    });

  /** The response as a stream. */
  const open = (path) => send('GET', path);

  const textOf = async (answer) => {
    const parts = [];
    for await (const part of answer) parts.push(part);
    return Buffer.concat(parts).toString();
  };

  /** The whole response as text. */
  const get = async (path) => textOf(await open(path));
  const postText = async (path, text) => textOf(await send('POST', path, text));
  const post = (path, body) => postText(path, JSON.stringify(body));

  return { open, get, post, postText, close: () => agent.destroy() };
}
