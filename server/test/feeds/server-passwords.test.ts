import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { revision } from '../support/revision.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

interface Given {
  readonly type?: string;
  readonly url?: string;
  readonly password?: string | null;
}

async function createServer(given: Given = {}): Promise<Json> {
  const { status, body } = await world.customer.api.post('/servers', {
    type: 'print_tracker',
    url: 'https://print.example.com/api',
    username: 'collector',
    password: 'a stored password',
    ...given,
  });
  expect(status).toBe(200);
  return body;
}

const sealed = async (id: string): Promise<unknown> => {
  const [row] = await world.server.sql('select url, password_sealed from servers where id = $1', [id]);
  return row;
};

const entries = (id: string): Promise<{ after: Json }[]> =>
  world.server.sql(`select after from audit_entries where subject_id = $1 and action = 'server.update'`, [
    id,
  ]);

/** The type decides the default port. */
const elsewhere: [type: string, from: string, to: string][] = [
  ['print_tracker', 'https://print.example.com', 'http://print.example.com'],
  ['print_tracker', 'https://print.example.com', 'https://print.example.com.evil.example'],
  ['print_tracker', 'https://print.example.com', 'https://print.example.org'],
  ['print_tracker', 'https://print.example.com', 'https://example.com'],
  ['print_tracker', 'https://print.example.com', 'https://print.example.com:8443'],
  ['print_tracker', 'https://print.example.com:8443', 'https://print.example.com'],
  ['print_tracker', 'https://print.example.com', 'https://print.example.com:80'],
  ['print_tracker', 'https://print.example.com', 'https://evil.example/print.example.com'],
  ['print_tracker', 'https://print.example.com', 'https://evil.example#@print.example.com'],
  ['print_tracker', 'https://print.example.com', 'https://evil.example?print.example.com'],
  ['print_tracker', 'https://bücher.example', 'https://bucher.example'],
  ['print_tracker', 'https://192.0.2.7', 'https://192.0.2.8'],
  ['print_tracker', 'https://[2001:db8::1]', 'https://[2001:db8::2]'],
  ['print_tracker', 'https://printer', 'https://printer.'],
  ['papercut', 'https://print.example.com', 'https://print.example.com:443'],
  ['papercut', 'http://print.example.com', 'http://print.example.com:80'],
  ['papercut', 'http://print.example.com:80', 'http://print.example.com'],
  ['ipp', 'ipps://print.example.com', 'ipp://print.example.com'],
  ['ipp', 'ipp://print.example.com', 'http://print.example.com'],
  ['ipp', 'ipp://print.example.com', 'ipp://evil.example'],
  ['ipp', 'ipp://print.example.com', 'ipp://print.example.com:80'],
  ['snmp', 'snmp://print.example.com', 'snmp://evil.example'],
  ['snmp', 'snmp://print.example.com', 'snmp://print.example.com:1161'],
  // The same host, but unencrypted.
  ['snmp', 'snmp://print.example.com?version=3', 'snmp://print.example.com'],
  ['snmp', 'snmp://print.example.com?version=3', 'snmp://print.example.com?version=3&auth=md5&priv=none'],
  ['fmaudit', 'https://print.example.com', 'https://evil.example'],
];

const samePlace: [type: string, from: string, to: string][] = [
  ['print_tracker', 'https://print.example.com', 'https://print.example.com'],
  ['print_tracker', 'https://print.example.com', 'https://print.example.com/other/path?and=query#part'],
  ['print_tracker', 'https://print.example.com/a?b=c', 'https://print.example.com'],
  ['print_tracker', 'https://print.example.com', 'HTTPS://Print.Example.COM:443/'],
  ['print_tracker', 'http://print.example.com:80', 'http://print.example.com'],
  ['print_tracker', 'https://print.example.com', 'https://print.example.com./'],
  ['print_tracker', 'https://bücher.example', 'https://xn--bcher-kva.example'],
  ['print_tracker', 'https://192.0.2.7', 'https://0xC0.0.2.7'],
  ['print_tracker', 'https://[2001:db8::1]', 'https://[2001:0DB8:0::1]'],
  ['papercut', 'https://print.example.com', 'https://print.example.com:9192/papercut'],
  ['papercut', 'http://print.example.com:9191', 'http://PRINT.example.com'],
  ['ipp', 'ipp://print.example.com', 'ipp://Print.example.com:631/printers/Lobby'],
  ['ipp', 'ipp://bücher.example', 'ipp://xn--bcher-kva.example'],
  ['snmp', 'snmp://print.example.com', 'snmp://PRINT.example.com:161'],
  ['snmp', 'snmp://h.example?version=3&auth=sha', 'snmp://h.example:161?auth=sha&version=3'],
  ['fmaudit', 'https://print.example.com', 'https://print.example.com:443/x'],
];

describe('A server with a stored password', () => {
  it.each(elsewhere)('(%s) at %s is not moved to %s without it', async (type, url, to) => {
    const { id } = await createServer({ type, url });
    const before = await sealed(id);
    const { status, body } = await world.customer.api.patch(`/servers/${id}`, { url: to, username: 'other' });
    expect({ status, body }).toEqual({
      status: 400,
      body: { code: 400, error: expect.stringMatching(/^password .*url/) },
    });
    expect(await sealed(id)).toEqual(before);
    expect((await world.customer.api.get(`/servers/${id}`)).body).toMatchObject({
      url,
      username: 'collector',
    });
    expect(await entries(id)).toEqual([]);
  });

  it.each(elsewhere)(
    '(%s) at %s is moved to %s with a password, which replaces it',
    async (type, url, to) => {
      const { id } = await createServer({ type, url });
      const { status, body } = await world.customer.api.patch(`/servers/${id}`, {
        url: to,
        password: 'anew',
      });
      expect({ status, url: body.url }).toEqual({ status: 200, url: to });
      const row = (await sealed(id)) as { password_sealed: Buffer };
      expect(world.server.running.instance.context.secrets.open(row.password_sealed, id)).toBe('anew');
      expect(await entries(id)).toMatchObject([{ after: { url: to, password_changed: true } }]);
    },
  );

  it.each(samePlace)('(%s) at %s can be written as %s without the password', async (type, url, to) => {
    const { id } = await createServer({ type, url });
    const { status, body } = await world.customer.api.patch(`/servers/${id}`, { url: to });
    expect({ status, url: body.url }).toEqual({ status: 200, url: to });
  });

  it.each(['distributor', 'channel', 'customer'] as const)('is not moved by the %s', async (who) => {
    const { id } = await createServer();
    const path = `/accounts/${world.customer.id}/servers/${id}`;
    const moved = await world[who].api.patch(path, { url: 'https://evil.example' });
    expect(moved.status).toBe(400);
    expect((await world.customer.api.get(`/servers/${id}`)).body.url).toBe('https://print.example.com/api');
  });

  it('is not moved in small steps either', async () => {
    const { id } = await createServer({ url: 'https://print.example.com' });
    const attempts = [
      'https://print.example.com./',
      'https://print.example.com.:443/',
      'https://evil.example./',
    ];
    const statuses: number[] = [];
    for (const url of attempts)
      statuses.push((await world.customer.api.patch(`/servers/${id}`, { url })).status);
    expect(statuses).toEqual([200, 200, 400]);
  });

  it('is not moved by a change that comes between two others', async () => {
    const { id } = await createServer({ url: 'https://print.example.com' });
    const answers = await Promise.all([
      world.customer.api.patch(`/servers/${id}`, { password: 'anew' }),
      world.customer.api.patch(`/servers/${id}`, { url: 'https://evil.example' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });
});

describe('A server without a stored password', () => {
  it.each(elsewhere)('(%s) at %s is moved to %s', async (type, url, to) => {
    const { id } = await createServer({ type, url, password: null });
    const { status, body } = await world.customer.api.patch(`/servers/${id}`, { url: to });
    expect({ status, url: body.url }).toEqual({ status: 200, url: to });
  });

  it('keeps a password that is added later at its host', async () => {
    const { id } = await createServer({ password: null });
    expect((await world.customer.api.patch(`/servers/${id}`, { password: 'first' })).status).toBe(200);
    expect((await world.customer.api.patch(`/servers/${id}`, { url: 'https://evil.example' })).status).toBe(
      400,
    );
  });
});

it('A new username or contact does not replace the password', async () => {
  const { id } = await createServer();
  const more = revision === '1.6.3' ? { contact: 'help@example.com' } : {};
  const changes = { url: 'https://evil.example', username: 'other', ...more };
  expect((await world.customer.api.patch(`/servers/${id}`, changes)).status).toBe(400);
});
