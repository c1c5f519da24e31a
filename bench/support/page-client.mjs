import { Agent, request } from 'node:https';
import { gunzipSync } from 'node:zlib';

/**
 * Opens public pages as a browser does: without a key, compressed, on one connection that is kept alive. An answer with another status
 * than expected fails: what is refused is answered sooner. `localAddress`: where requests come from, which limits per address count.
 */
export function pageClient({ url, certificate }, localAddress) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: certificate, localAddress });
  const { origin } = new URL(url);
  const open = (path) =>
    new Promise((resolve, reject) => {
      request(origin + path, { agent, headers: { 'accept-encoding': 'gzip' } }, resolve)
        .once('error', reject)
        .end();
    });

  const answerOf = async (path, status = 200) => {
    const answer = await open(path);
    if (answer.statusCode !== status) throw new Error(`${path}: ${answer.statusCode} instead of ${status}`);
    return answer;
  };
  const bytesOf = async (path) => {
    const parts = [];
    for await (const part of await answerOf(path)) parts.push(part);
    return Buffer.concat(parts);
  };

  return {
    /** Waits for the headers of the response and discards the body. */
    async firstByte(path, status) {
      (await answerOf(path, status)).resume();
    },
    /** A page that reads nothing, because there is none. */
    async firstByteOfNothing() {
      await this.firstByte('/certificates/x', 404);
    },
    text: async (path) => gunzipSync(await bytesOf(path)).toString(),
    weight: async (path) => (await bytesOf(path)).length,
    close: () => agent.destroy(),
  };
}
