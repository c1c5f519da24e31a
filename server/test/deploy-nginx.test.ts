import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userAgent } from './support/api-client.js';
import { nginxPeer, startNginx, type Nginx } from './support/nginx.js';
import { expectRefusal } from './support/refusal.js';
import { until } from './support/until.js';
import { startWorld, type World } from './support/world.js';

const linkToken = 'rl_a-token-that-signs-somebody-in';

describe.skipIf(nginxPeer.missing)('Behind nginx with deploy/nginx.conf', () => {
  let world: World;
  let nginx: Nginx;
  let key: string;
  beforeAll(async () => {
    world = await startWorld({ REGROVE_TRUSTED_PROXIES: '127.0.0.1' });
    ({ key } = world.channel);
    const { httpPort, certFile } = world.server.running;
    nginx = await startNginx(httpPort, certFile);
  });
  afterAll(async () => {
    await nginx.stop();
    await world.stop();
  });

  const ask = async (path: string, headers: Record<string, string>, to = nginx.url) => {
    const answer = await request(`${to}${path}`, {
      headers: { 'user-agent': userAgent, ...headers },
      dispatcher: world.server.agent,
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, text };
  };
  const basic = (secret: string): string => `Basic ${Buffer.from(`${secret}:`).toString('base64')}`;

  /** A secret in every form in which it could stand somewhere. */
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

  it('the API works over TLS, by the address and the scheme that nginx says', async () => {
    const { status, text } = await ask('/v1/account', { authorization: basic(key) });
    expect({ status, id: JSON.parse(text).id }).toEqual({ status: 200, id: world.channel.id });
    // A caller cannot pass for another, or for somebody on HTTPS.
    const forged = {
      authorization: basic(key),
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '192.0.2.1',
    };
    const plain = await ask('/v1/account', forged, nginx.plainUrl);
    expectRefusal({ ...plain, body: JSON.parse(plain.text) }, 403, /HTTPS/);
  });

  it('takes bodies that Regrove would take, and lets it refuse those that are too large', async () => {
    const answer = await request(`${nginx.url}/v1/quotes`, {
      method: 'POST',
      headers: { 'user-agent': userAgent, authorization: basic(key), 'content-type': 'application/json' },
      body: JSON.stringify({ external_id: 'x'.repeat(2_000_000) }),
      dispatcher: world.server.agent,
    });
    expect(answer.statusCode).toBe(400);
    expect(await answer.body.json()).toMatchObject({ code: 400 });
  });

  it('logs what was asked, by the id that the answer has, and no key or token in any form', async () => {
    const guessed = 'rg_guessed-key-that-nobody-has';
    const { headers } = await ask('/v1/account', { authorization: basic(key) });
    await ask('/v1/account', { authorization: `Bearer ${key}` });
    await ask('/v1/account', { authorization: basic(guessed) });
    await ask(`/v1/account?key=${key}`, { authorization: basic(key) });
    await ask('/v1/account', { authorization: basic(key), referer: `${nginx.url}/sign-in/${linkToken}` });
    for (const path of [
      `/sign-in/${linkToken}`,
      `//sign-in//${linkToken}`,
      `/sign-in%2F${linkToken}?x=${linkToken}`,
    ])
      await ask(path, {});
    const last = await ask('/health/live', {});
    await until(async () => (await nginx.logs()).access.includes(String(last.headers['x-request-id'])));
    const { access, errors } = await nginx.logs();
    expectNone(access + errors, [key, guessed, linkToken]);
    const lines = access.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({
        request_id: headers['x-request-id'],
        method: 'GET',
        path: '/v1/account',
        status: '200',
        user_agent: userAgent,
      }),
    );
    expect(access).toContain('"path":"/sign-in/-"');
  });

  it('logs no token of a link when Regrove is away, either', async () => {
    const { certFile } = world.server.running;
    const alone = await startNginx(1, certFile);
    expect((await ask(`/sign-in/${linkToken}`, {}, alone.url)).status).toBe(502);
    expect((await ask('/v1/account', { authorization: basic(key) }, alone.url)).status).toBe(502);
    await until(async () => (await alone.logs()).errors.includes('/v1/account'));
    const { access, errors } = await alone.logs();
    expectNone(access + errors, [key, linkToken]);
    await alone.stop();
  });

  it('would log the key in the usual format: this is what the sample is for', async () => {
    const { httpPort, certFile } = world.server.running;
    const usual = await startNginx(httpPort, certFile, (sample) =>
      sample.replace('regrove.log regrove;', 'regrove.log combined;'),
    );
    await ask('/v1/account', { authorization: basic(key) }, usual.url);
    await until(async () => (await usual.logs()).access !== '');
    expect((await usual.logs()).access).toContain(key);
    await usual.stop();
  });
});
