import { Agent, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

/** Signs the invited user in, and reads exports of the account to the end, as a patient program does. */
export async function exportReader({ url, certificate }, { account, path }) {
  const agent = new Agent({ keepAlive: true, ca: certificate });
  const { origin } = new URL(url);
  const send = (method, address, headers) =>
    new Promise((resolve, reject) => {
      request(origin + address, { method, agent, headers }, resolve)
        .once('error', reject)
        .end();
    });
  const signedIn = await send('POST', path, { 'content-type': 'application/x-www-form-urlencoded' });
  signedIn.resume();
  const cookie = (signedIn.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  return {
    async read(list) {
      for (;;) {
        const headers = { cookie, 'x-regrove-app': '1' };
        const answer = await send('GET', `/app/accounts/${account.id}/exports/${list}`, headers);
        let bytes = 0;
        for await (const part of answer) bytes += part.length;
        if (answer.statusCode === 200) return bytes;
        if (answer.statusCode !== 503) throw new Error(`${list} was answered with ${answer.statusCode}`);
        await pause(Number(answer.headers['retry-after']) * 1000);
      }
    },
  };
}
