import { Agent, request } from 'node:https';
import { gunzipSync } from 'node:zlib';

/** Opens public pages as a browser does: without a key, compressed, on one connection that is kept alive. */
export function pageClient({ url, certificate }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: certificate });
  const { origin } = new URL(url);
  const open = (path) =>
    new Promise((resolve, reject) => {
      request(origin + path, { agent, headers: { 'accept-encoding': 'gzip' } }, resolve)
        .once('error', reject)
        .end();
    });

  const bytesOf = async (path) => {
    const parts = [];
    for await (const part of await open(path)) parts.push(part);
    return Buffer.concat(parts);
  };

  return {
    /** Waits for the headers of the response and discards the body. */
    async firstByte(path) {
      (await open(path)).resume();
    },
    text: async (path) => gunzipSync(await bytesOf(path)).toString(),
    weight: async (path) => (await bytesOf(path)).length,
    close: () => agent.destroy(),
  };
}
