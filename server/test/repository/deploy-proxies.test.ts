import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userAgent } from '../support/api-client.js';
import { closedPort } from '../support/ports.js';
import { proxies, startProxy, type RunningProxy } from '../support/proxies.js';
import { expectRefusal } from '../support/refusal.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

const linkToken = 'rl_a-token-that-signs-somebody-in';
const quoteToken = 'rq_a-token-that-accepts-a-quote';
const guessed = 'rg_guessed-key-that-nobody-has';
const basic = (secret: string): string => `Basic ${Buffer.from(`${secret}:`).toString('base64')}`;

/** A secret in every form in which it could appear. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  ...[secret, `${secret}:`, `${secret}:x`].map((text) =>
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
  ),
];
const expectNone = (text: string, secrets: readonly string[]): void => {
  for (const form of secrets.flatMap(formsOf)) expect(text).not.toContain(form);
};

let world: World;
let key: string;
let upstream: { upstreamPort: number; certFile: string };
beforeAll(async () => {
  world = await startWorld({ REGROVE_TRUSTED_PROXIES: '127.0.0.1' });
  ({ key } = world.channel);
  const { httpPort, certFile } = world.server.running;
  upstream = { upstreamPort: httpPort, certFile };
});
afterAll(async () => {
  await world.stop();
});

const ask = async (origin: string, path: string, headers: Record<string, string> = {}) => {
  const answer = await request(`${origin}${path}`, {
    headers: { 'user-agent': userAgent, ...headers },
    dispatcher: world.server.agent,
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text };
};

/** Sends secrets in every place where a client could put them, rightly or wrongly. */
async function askWithSecrets(origin: string): Promise<void> {
  await ask(origin, '/v1/account', { authorization: basic(key) });
  await ask(origin, '/v1/account', { authorization: `Bearer ${key}`, 'x-api-key': key });
  await ask(origin, '/v1/account', { authorization: basic(guessed) });
  await ask(origin, `/v1/account?key=${key}`, { authorization: basic(key), cookie: `session=${key}` });
  await ask(origin, '/v1/account', { referer: `${origin}/sign-in/${linkToken}` });
  for (const path of [
    `/sign-in/${linkToken}`,
    `//sign-in//${linkToken}`,
    `/sign-in%2F${linkToken}?x=${linkToken}`,
    `/quotes/${quoteToken}`,
    `/quotes/${quoteToken}.pdf?locale=de`,
    `//quotes//${quoteToken}`,
    `/quotes%2F${quoteToken}?x=${quoteToken}`,
  ])
    await ask(origin, path);
}

describe.each(proxies)('Behind $name with deploy/$sample', (program) => {
  describe.skipIf(program.peer.missing)('', () => {
    let proxy: RunningProxy;
    beforeAll(async () => {
      proxy = await startProxy(program, upstream);
    });
    afterAll(async () => {
      await proxy.stop();
    });

    it('the API works over TLS, with the address and the scheme that the proxy reports', async () => {
      const { status, text } = await ask(proxy.url, '/v1/account', { authorization: basic(key) });
      expect({ status, id: JSON.parse(text).id }).toEqual({ status: 200, id: world.channel.id });
      // A caller cannot fake its address or HTTPS.
      const plain = await ask(proxy.plainUrl, '/v1/account', {
        authorization: basic(key),
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '192.0.2.1',
      });
      expectRefusal({ ...plain, body: JSON.parse(plain.text) }, 403, /HTTPS/);
    });

    it('pages work and redirect to HTTPS', async () => {
      const offset = await world.channel.api.post('/biomass/offsets', { pages: 100 });
      const [certificate] = (await world.channel.api.get('/biomass/certificates')).body as { id: string }[];
      expect(offset.status).toBe(200);
      const page = await ask(proxy.url, `/certificates/${certificate?.id}`, { accept: 'text/html' });
      expect(page.status).toBe(200);
      expect(page.headers['content-type']).toContain('text/html');
      expect((await ask(proxy.plainUrl, '/certificates/none')).status).toBe(308);
      expect((await ask(proxy.url, '/health/ready')).status).toBe(200);
    });

    it('metrics are not accessible', async () => {
      expect((await ask(proxy.url, '/metrics')).status).toBe(404);
    });

    it('bodies that Regrove accepts get through, and Regrove itself refuses those that are too large', async () => {
      const answer = await request(`${proxy.url}/v1/quotes`, {
        method: 'POST',
        headers: { 'user-agent': userAgent, authorization: basic(key), 'content-type': 'application/json' },
        body: JSON.stringify({ external_id: 'x'.repeat(2_000_000) }),
        dispatcher: world.server.agent,
      });
      expect(answer.statusCode).toBe(400);
      expect(await answer.body.json()).toMatchObject({ code: 400 });
    });

    it('the log has each request with the id of its response, and no key or token in any form', async () => {
      const forged = { authorization: basic(key), 'x-request-id': 'of-the-caller' };
      const { headers } = await ask(proxy.url, '/v1/account', forged);
      expect(headers['x-request-id']).not.toBe('of-the-caller');
      await askWithSecrets(proxy.url);
      const last = await ask(proxy.url, '/health/live');
      await until('the last request in the log', async () =>
        (await proxy.logs()).access.includes(String(last.headers['x-request-id'])),
      );
      const { access, errors } = await proxy.logs();
      expectNone(access + errors, [key, guessed, linkToken, quoteToken]);
      const lines = access
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => program.logged(JSON.parse(line)));
      expect(lines).toContainEqual({
        requestId: headers['x-request-id'],
        method: 'GET',
        path: '/v1/account',
        status: 200,
      });
      for (const masked of [/^\/sign-in\/-?$/, /^\/quotes\/-?$/])
        expect(lines.filter(({ path }) => masked.test(String(path)))).not.toEqual([]);
    });

    it('the log has none when Regrove is down, either', async () => {
      const alone = await startProxy(program, { ...upstream, upstreamPort: await closedPort() });
      for (const path of [`/sign-in/${linkToken}`, `/quotes/${quoteToken}`])
        expect((await ask(alone.url, path)).status).toBeGreaterThanOrEqual(502);
      await askWithSecrets(alone.url);
      await ask(alone.url, '/the-last-one');
      await until('the last request in the log', async () =>
        (await alone.logs()).access.includes('/the-last-one'),
      );
      const { access, errors } = await alone.logs();
      await alone.stop();
      expectNone(access + errors, [key, guessed, linkToken, quoteToken]);
    });

    it('the log would have them with a usual configuration, which the sample avoids', async () => {
      const usual = await startProxy(program, upstream, { isCareless: true });
      await askWithSecrets(usual.url);
      await until('the link in the log', async () => (await usual.logs()).access.includes(linkToken));
      await usual.stop();
    });
  });
});
