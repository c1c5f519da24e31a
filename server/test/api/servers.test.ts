import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { type TestAccount, startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const unknownId = '01900000-0000-7000-8000-00000000dead';
const aServer = { type: 'papercut', url: 'https://print.example.com:9192', username: 'collector' };

async function createServer(member: TestAccount = world.customer, fields: object = {}): Promise<Json> {
  const { status, body } = await member.api.post('/servers', { ...aServer, ...fields });
  expect(status).toBe(200);
  return body;
}

describe('POST /servers', () => {
  it('returns every field except the password', async () => {
    world.server.setNow('2026-03-05T10:20:30.456Z');
    const body = await createServer(world.customer, { password: 'hunter2-hunter2' });
    world.server.setNow(undefined);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/),
      account_id: world.customer.id,
      ...aServer,
      created_at: '2026-03-05T10:20:30Z',
    });
  });

  it.each([{}, { password: null }])('requires no password: %j', async (fields) => {
    const { id } = await createServer(world.customer, fields);
    const [row] = await world.server.sql('select password_sealed from servers where id = $1', [id]);
    expect(row).toEqual({ password_sealed: null });
  });

  it('trims text, but keeps the password exactly', async () => {
    const { url, username } = await createServer(world.customer, {
      url: '  https://a.example ',
      username: ' u ',
      password: ' p ',
    });
    expect({ url, username }).toEqual({ url: 'https://a.example', username: 'u' });
  });

  it.each([
    ['type', undefined, /^type is required/],
    ['type', 'Paper Cut', /^type /],
    ['type', '_papercut', /^type /],
    ['type', 'a'.repeat(65), /^type /],
    ['type', null, /^type /],
    ['url', undefined, /^url is required/],
    ['url', '', /^url /],
    ['url', 'print.example.com', /^url /],
    ['url', 'ftp://print.example.com', /^url /],
    ['url', 'file:///etc/passwd', /^url /],
    ['url', 'snmp:', /^url /],
    ['url', 'https://user:secret@print.example.com', /^url must not contain/],
    ['url', 'https://print.example.com\\secret:81/', /^url must be/],
    ['url', 'https:print.example.com', /^url must be/],
    ['url', 'https:///print.example.com', /^url must be/],
    ['url', 'https://print.example.com/a/../admin', /^url must not contain/],
    ['url', 'https://print.example.com/a/%2E%2e/admin', /^url must not contain/],
    ['url', 'https://print.example.com/a/..%2fadmin', /^url must not contain/],
    ['url', 'https://print.example.com/a/%252e%252e/admin', /^url must not contain/],
    ['url', 'https://print.example.com/..;x=1/admin', /^url must not contain/],
    ['url', 'ipp://print.example.com/./admin', /^url must not contain/],
    ['url', `https://a.example/${'a'.repeat(2048)}`, /^url /],
    ['url', 7, /^url /],
    ['username', undefined, /^username is required/],
    ['username', '  ', /^username /],
    ['username', 'a\u0000b', /^username /],
    ['username', 'u'.repeat(256), /^username /],
    ['password', '', /^password /],
    ['password', 'p\u0000', /^password /],
    ['password', 'p'.repeat(1025), /^password /],
    ['password', 7, /^password /],
  ])('refuses %s = %j', async (field, value, message) => {
    const before = await world.stranger.api.get('/servers');
    const { status, body } = await world.stranger.api.post('/servers', { ...aServer, [field]: value });
    expect(status).toBe(400);
    expect(body).toEqual({ code: 400, error: expect.stringMatching(message) });
    expect(JSON.stringify(body)).not.toContain('secret');
    expect((await world.stranger.api.get('/servers')).body).toEqual(before.body);
  });

  it.each([
    'http://a.example',
    'https://a.example:9192/api',
    'ipp://a.example/ipp/print',
    'ipps://a.example',
    'snmp://10.0.0.5',
  ])('accepts %s', async (url) => {
    expect((await createServer(world.customer, { url })).url).toBe(url);
  });
});

describe('GET /servers', () => {
  it('lists servers newest first, as they are retrieved', async () => {
    const member = await world.newAccount();
    const ids: string[] = [];
    for (const minute of ['01', '03', '02']) {
      world.server.setNow(`2026-05-01T10:${minute}:00Z`);
      ids.push((await createServer(member)).id);
    }
    world.server.setNow(undefined);
    const { body } = await member.api.get('/servers');
    expect(body.map(({ id }: Json) => id)).toEqual([ids[1], ids[2], ids[0]]);
    for (const server of body) expect((await member.api.get(`/servers/${server.id}`)).body).toEqual(server);
  });

  it("shows a descendant's servers to its ancestors only", async () => {
    const server = await createServer();
    const path = `/accounts/${world.customer.id}/servers`;
    expect((await world.distributor.api.get(`${path}/${server.id}`)).body).toEqual(server);
    expect((await world.distributor.api.get(path)).body).toContainEqual(server);
    expect((await world.distributor.api.get(`/servers/${server.id}`)).status).toBe(404);
    expect((await world.stranger.api.get(path)).status).toBe(404);
  });
});

describe('PATCH /servers/:id', () => {
  it.each([
    [{}, {}],
    [{ url: 'https://print.example.com:9192/b' }, { url: 'https://print.example.com:9192/b' }],
    [{ url: 'http://b.example', password: 'changed' }, { url: 'http://b.example' }],
    [{ username: 'other' }, { username: 'other' }],
    [{ password: 'changed' }, {}],
  ])('changes only the given fields: %j', async (changes, expected) => {
    const server = await createServer(world.customer, { password: 'first' });
    const { status, body } = await world.customer.api.patch(`/servers/${server.id}`, changes);
    expect(status).toBe(200);
    expect(body).toEqual({ ...server, ...expected });
    expect((await world.customer.api.get(`/servers/${server.id}`)).body).toEqual(body);
  });

  it.each([
    { url: null },
    { username: null },
    { password: null },
    { url: '' },
    { username: '' },
    { password: '' },
    { url: 'nowhere' },
    { url: 'https://u:p@a.example' },
    { contact_name: 'x' },
  ])('refuses %j and changes nothing', async (changes) => {
    const server = await createServer(world.customer, { password: 'first' });
    const { status, body } = await world.customer.api.patch(`/servers/${server.id}`, changes);
    expect(status).toBe(400);
    expect(body.error).toContain(Object.keys(changes)[0]);
    expect((await world.customer.api.get(`/servers/${server.id}`)).body).toEqual(server);
  });
});

describe('DELETE /servers/:id', () => {
  it('deletes a server, once', async () => {
    const { id } = await createServer();
    const path = `/servers/${id}`;
    expect((await world.customer.api.delete(path)).body).toEqual({ id, deleted: true });
    expect((await world.customer.api.delete(path)).status).toBe(404);
    expect((await world.customer.api.get(path)).status).toBe(404);
  });

  it.each(['distributor', 'channel', 'customer'] as const)(
    "refuses while a feed of the %s uses the distributor's server",
    async (who) => {
      const { id } = await createServer(world.distributor);
      const path = `/accounts/${world[who].id}/feeds`;
      const feed = await world.distributor.api.post(path, { type: 'fmaudit', server_id: id });
      expect(feed.status).toBe(200);
      const refused = await world.distributor.api.delete(`/servers/${id}`);
      expect(refused.status).toBe(400);
      expect(refused.body.error).toMatch(/used by a feed/);
      expect((await world.distributor.api.get(`/servers/${id}`)).status).toBe(200);

      await world[who].api.delete(`/feeds/${feed.body.id}`);
      expect((await world.distributor.api.delete(`/servers/${id}`)).status).toBe(200);
    },
  );

  it('never leaves a feed without its server when deleting and creating race', async () => {
    const path = `/accounts/${world.customer.id}/feeds`;
    for (let round = 0; round < 12; round++) {
      const { id } = await createServer(world.distributor);
      const answers = await Promise.all([
        ...[1, 2, 3].map(() => world.distributor.api.post(path, { type: 'fmaudit', server_id: id })),
        world.distributor.api.delete(`/servers/${id}`),
      ]);
      const [deletion] = answers.slice(-1);
      const created = answers.slice(0, 3).filter(({ status }) => status === 200);
      for (const { status } of answers.slice(0, 3)) expect([200, 404]).toContain(status);
      expect(deletion?.status).toBe(created.length > 0 ? 400 : 200);
    }
    const orphans = await world.server.sql(
      'select id from feeds where server_id is not null and server_id not in (select id from servers)',
    );
    expect(orphans).toEqual([]);
  });
});

describe('an unknown server', () => {
  it.each(['GET', 'PATCH', 'DELETE'])('returns 404 for %s', async (method) => {
    const { id } = await createServer(world.stranger);
    for (const other of [unknownId, 'not-a-uuid', id]) {
      const { status, body } = await world.customer.api.call(method, `/servers/${other}`, {
        ...(method === 'PATCH' && { body: { type: 'judged after the id' } }),
      });
      expect(status).toBe(404);
      expect(body.code).toBe(404);
    }
  });
});

describe('passwords at rest', () => {
  const sealed = async (id: string): Promise<Buffer> => {
    const [row] = await world.server.sql<{ s: Buffer }>(
      'select password_sealed s from servers where id = $1',
      [id],
    );
    return row?.s ?? Buffer.of();
  };

  it('are encrypted, differently each time, and can be decrypted for their own row only', async () => {
    const password = 'correct horse battery staple';
    const [one, two] = [
      await createServer(world.customer, { password }),
      await createServer(world.customer, { password }),
    ];
    const [first, second] = [await sealed(one.id), await sealed(two.id)];
    for (const each of [first, second]) {
      expect(each.toString('latin1')).not.toContain('horse');
      expect(each.toString('base64')).not.toContain(Buffer.from(password).toString('base64').slice(0, 12));
    }
    expect(first.equals(second)).toBe(false);
    const { secrets } = world.server.running.instance.context;
    expect(secrets.open(first, one.id)).toBe(password);
    expect(() => secrets.open(first, two.id)).toThrow();
  });

  it('appear in no API response', async () => {
    const password = 'never-to-be-seen-again';
    const member = await world.newAccount();
    const { id } = await createServer(member, { password });
    const feed = await member.api.post('/feeds', { type: 'papercut', server_id: id, external_id: '*' });
    for (const path of ['/servers', `/servers/${id}`, '/feeds', `/feeds/${feed.body.id}`]) {
      const { body } = await member.api.get(path);
      expect(JSON.stringify(body)).not.toMatch(/never-to-be-seen|password/);
    }
    const changed = await member.api.patch(`/servers/${id}`, { password });
    expect(JSON.stringify(changed.body)).not.toMatch(/never-to-be-seen|password/);
  });
});
