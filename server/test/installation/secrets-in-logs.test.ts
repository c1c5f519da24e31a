import pg from 'pg';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.js';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { closedPort } from '../support/ports.js';
import { newKey, serve, type ServeProcess } from '../support/serve-process.js';
import { until } from '../support/until.js';

const passwords = ['first-pa55word-of-a-server', 'second-pa55word-of-a-server', 'pa55word-in-an-address'];
const guessedKey = 'rg_guessed-key-that-nobody-has';
const linkToken = 'rl_guessed-token-of-a-link';

describe('A server with the most verbose logs', () => {
  let directory: DataDirectory;
  let database: TestDatabase;
  let server: ServeProcess;
  let key: string;
  let api: ApiClient;
  beforeAll(async () => {
    database = await createTestDatabase();
    const place = await createDataDirectory();
    const env = {
      ...place.env,
      REGROVE_DATABASE_URL: database.url,
      REGROVE_LOG_LEVEL: 'trace',
      REGROVE_ACCESS_LOG: '1',
      REGROVE_SECRET_KEY: 'secret-key-of-the-operator',
      REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.0/8',
    };
    directory = { ...place, env };
    key = await newKey(directory, 'Account');
    server = await serve(directory);
    api = await server.client(key);
  });
  afterAll(async () => {
    await directory.remove();
    await database.drop();
  });

  it('logs no key and no password, whether requests succeed or fail', async () => {
    const [first = '', second = '', third = ''] = passwords;
    const url = `ipp://127.0.0.1:${await closedPort()}`;
    const fields = { type: 'ipp', url, username: 'u' };
    const created = await api.post('/servers', { ...fields, password: first });
    expect(created.status).toBe(200);
    const id: string = created.body.id;
    expect((await api.patch(`/servers/${id}`, { password: second })).status).toBe(200);
    expect((await api.post('/feeds', { type: 'ipp', server_id: id })).body.health_check).toBe('unhealthy');
    for (const [path, body] of [
      ['/servers', { ...fields, password: first, type: 'Not A Type' }],
      ['/servers', { ...fields, password: [second] }],
      ['/servers', { ...fields, url: `https://u:${third}@a.example` }],
      [`/accounts/${second}/servers`, { ...fields, password: first }],
    ] as const) {
      expect((await api.post(path, body)).status).toBeGreaterThanOrEqual(400);
    }
    const broken = `{"password": "${first}"`;
    const headers = { 'content-type': 'application/json' };
    expect((await api.call('POST', '/servers', { raw: broken, headers })).status).toBe(400);
    expect((await (await server.client(guessedKey)).get('/account')).status).toBe(401);
    const bearer = { authorization: `Bearer ${guessedKey}` };
    expect((await api.get('/account', { headers: bearer })).status).toBe(401);

    // Keys and tokens where they do not belong: URLs, referrers, other headers.
    const page = server.url.replace(/\/v1$/, '');
    const misplaced = {
      referer: `${page}/sign-in/${linkToken}`,
      'x-api-key': key,
      cookie: `session=${linkToken}`,
    };
    const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
    for (const path of [
      `/v1/account?key=${key}`,
      `/v1/${key}`,
      `/v1/accounts/${key}`,
      `/sign-in/${linkToken}`,
    ])
      await request(`${page}${path}`, { headers: misplaced, dispatcher }).then(({ body }) => body.dump());
    await dispatcher.close();

    // An internal error, which is logged with all details from the database.
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query('alter table servers add constraint refuses_all check (false) not valid');
    await admin.end();
    expect((await api.post('/servers', { ...fields, password: first })).status).toBe(500);
    await until('word of the refusal', () => server.process.stderr.includes('refuses_all'));

    await server.process.stop();
    const { stdout, stderr } = server.process;
    for (const secret of [...passwords, key, guessedKey, linkToken, 'secret-key-of-the-operator']) {
      for (const form of [
        secret,
        // What follows the secret, such as the colon of Basic authentication, changes only the end.
        Buffer.from(secret).toString('base64').slice(0, -4),
        Buffer.from(secret).toString('base64url').slice(0, -4),
      ]) {
        expect(stdout + stderr).not.toContain(form);
      }
    }
  });
});
