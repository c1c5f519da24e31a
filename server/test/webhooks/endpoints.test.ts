import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventTypes } from '../../src/features/events/event-types.js';
import { unknownId } from '../support/refusal.js';
import { endpointAt, startReceiver, startWebhookWorld } from '../support/webhooks.js';
import type { World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterAll(() => world.stop());

const listening = (account: string): Promise<{ below: boolean }[]> =>
  world.server.sql('select below from listening_accounts where id = $1', [account]);

const url = 'https://mis.example.com/regrove?from=print';

describe('a webhook endpoint', () => {
  it('is created with a secret that is shown only then', async () => {
    const { api, id } = await world.newAccount('distributor');
    const { status, body } = await api.post('/webhook_endpoints', {
      url,
      events: ['order.*', 'month.closed'],
    });
    expect(status).toBe(200);
    const { secret, ...shown } = body;
    expect(shown).toEqual({
      id: expect.any(String),
      account_id: id,
      url,
      events: ['order.*', 'month.closed'],
      description: null,
      include_descendants: false,
      status: 'enabled',
      disabled_reason: null,
      revision: expect.any(String),
      created_at: expect.any(String),
      public_key: expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/),
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await api.get(`/webhook_endpoints/${shown.id}`)).body).toEqual(shown);
    expect((await api.get('/webhook_endpoints')).body).toEqual([shown]);
  });

  it('keeps nothing readable of its secret in the database or the audit trail', async () => {
    const { api, id } = await world.newAccount('distributor');
    const options = { headers: { 'idempotency-key': 'k' } };
    const { body: created } = await api.post('/webhook_endpoints', { url, events: ['*'] }, options);
    const rotation = `/webhook_endpoints/${String(created.id)}/rotate_secret`;
    const { body: rotated } = await api.post(rotation, undefined, options);
    const rows = await world.server.sql(
      `select row_to_json(webhook_endpoints)::text as text from webhook_endpoints where account_id = $1
       union all select row_to_json(idempotent_requests)::text from idempotent_requests where account_id = $1
       union all select row_to_json(audit_entries)::text from audit_entries where account_id = $1`,
      [id],
    );
    for (const { secret } of [created, rotated]) {
      const raw = String(secret).slice('whsec_'.length);
      const hex = Buffer.from(raw, 'base64').toString('hex');
      for (const { text } of rows) {
        expect(text).not.toContain(raw);
        expect(text).not.toContain(hex);
      }
    }
  });

  it('can be changed field by field', async () => {
    const { api } = await world.newAccount('distributor');
    const { id, secret: _, ...created } = await endpointAt({ api }, url, { description: 'MIS' });
    const path = `/webhook_endpoints/${id}`;
    const other = 'https://other.example.com/';
    const { body } = await api.patch(path, {
      url: other,
      events: ['deposit.created'],
      include_descendants: true,
    });
    expect(body).toEqual({
      ...created,
      id,
      url: other,
      events: ['deposit.created'],
      include_descendants: true,
    });
    expect((await api.patch(path, { description: null })).body.description).toBeNull();
    expect((await api.patch(path, {})).body.url).toBe(other);
  });

  it('is disabled and enabled on request', async () => {
    const { api } = await world.newAccount('distributor');
    const { id } = await endpointAt({ api }, url);
    const disabled = await api.patch(`/webhook_endpoints/${id}`, { status: 'disabled' });
    expect(disabled.body).toMatchObject({ status: 'disabled', disabled_reason: 'requested' });
    const enabled = await api.patch(`/webhook_endpoints/${id}`, { status: 'enabled' });
    expect(enabled.body).toMatchObject({ status: 'enabled', disabled_reason: null });
  });

  it('lets its account listen while it is enabled, and to accounts below if it says so', async () => {
    const { api, id: account } = await world.newAccount('distributor');
    expect(await listening(account)).toEqual([]);
    const one = await endpointAt({ api }, url);
    expect(await listening(account)).toEqual([{ below: false }]);
    const other = await endpointAt({ api }, url, { include_descendants: true });
    expect(await listening(account)).toEqual([{ below: true }]);
    await api.patch(`/webhook_endpoints/${other.id}`, { status: 'disabled' });
    expect(await listening(account)).toEqual([{ below: false }]);
    await api.patch(`/webhook_endpoints/${other.id}`, { status: 'enabled' });
    await api.patch(`/webhook_endpoints/${other.id}`, { include_descendants: false });
    expect(await listening(account)).toEqual([{ below: false }]);
    await api.delete(`/webhook_endpoints/${other.id}`);
    await api.delete(`/webhook_endpoints/${one.id}`);
    expect(await listening(account)).toEqual([]);
  });

  it('is gone once it is deleted', async () => {
    const { api } = await world.newAccount('distributor');
    const { id } = await endpointAt({ api }, url);
    expect((await api.delete(`/webhook_endpoints/${id}`)).body).toEqual({ id, deleted: true });
    expect((await api.get(`/webhook_endpoints/${id}`)).status).toBe(404);
    expect((await api.get(`/webhook_endpoints/${id}/deliveries`)).status).toBe(404);
    expect((await api.delete(`/webhook_endpoints/${id}`)).status).toBe(404);
  });

  it('is one of at most 20 of an account, however many are created at once', async () => {
    const { api, id } = await world.newAccount('distributor');
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => api.post('/webhook_endpoints', { url, events: ['*'] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.find(({ status }) => status === 400)?.body.error).toContain('at most 20');
    expect(await listening(id)).toEqual([{ below: false }]);
  });

  it.each([
    ['not a URL', 'example', 'must be a whole address'],
    ['of another scheme', 'ftp://example.com/', 'must be a whole address'],
    ['without a host', 'https:///path', 'must be a whole address'],
    ['with a backslash', 'https:\\\\example.com', 'must be a whole address'],
    ['with a password', 'https://me:secret@example.com/', 'username or password'],
    ['with a fragment', 'https://example.com/#here', 'fragment'],
    ['without TLS', 'http://93.184.215.14/', 'must begin with https://'],
    ['in a private network', 'https://10.0.0.5/', 'private network'],
    ['in a private network, over IPv6', 'https://[fd12::1]/', 'private network'],
    ['of the metadata service', 'https://169.254.169.254/', 'private network'],
    ['too long', `https://example.com/${'x'.repeat(2048)}`, 'url'],
  ])('is refused with a URL that is %s', async (_, bad, message) => {
    const { api } = world.distributor;
    const before = (await api.get('/webhook_endpoints')).body.length;
    const { status, body } = await api.post('/webhook_endpoints', { url: bad, events: ['*'] });
    expect([status, body.error]).toEqual([400, expect.stringContaining(message)]);
    const { id } = await endpointAt(world.distributor, url);
    expect((await api.patch(`/webhook_endpoints/${id}`, { url: bad })).status).toBe(400);
    expect((await api.get(`/webhook_endpoints/${id}`)).body.url).toBe(url);
    await api.delete(`/webhook_endpoints/${id}`);
    expect((await api.get('/webhook_endpoints')).body).toHaveLength(before);
  });

  it('may do without TLS where the operator allows the address', async () => {
    const { url: allowed } = await endpointAt(world.distributor, 'http://127.0.0.1:9/hook');
    expect(allowed).toBe('http://127.0.0.1:9/hook');
    expect((await endpointAt(world.distributor, 'http://localhost:9/hook')).status).toBe('enabled');
  });

  it('is refused with an unknown type of event, which the message names, and with none', async () => {
    const { api } = world.distributor;
    const unknown = await api.post('/webhook_endpoints', { url, events: ['order.*', 'order.eaten'] });
    expect([unknown.status, unknown.body.error]).toEqual([400, expect.stringContaining('"order.eaten"')]);
    expect((await api.post('/webhook_endpoints', { url, events: [] })).status).toBe(400);
    expect((await api.post('/webhook_endpoints', { url, events: '*' })).status).toBe(400);
    for (const events of [[...eventTypes], ['*', '*']])
      expect((await endpointAt(world.stranger, url, { events })).events).toEqual([...new Set(events)]);
  });

  it('is not found by another tenant', async () => {
    const { id } = await endpointAt(world.customer, url);
    const path = `/webhook_endpoints/${id}`;
    for (const { api } of [world.stranger, world.channel]) {
      const attempts = [
        api.get(path),
        api.patch(path, { status: 'disabled' }),
        api.delete(path),
        api.post(`${path}/rotate_secret`),
        api.post(`${path}/test`),
        api.post(`${path}/replay`, { start_date: '2026-01-01', end_date: '2026-01-01' }),
        api.get(`${path}/deliveries`),
        api.post(`${path}/deliveries/${unknownId}/retry`),
      ];
      for (const { status } of await Promise.all(attempts)) expect(status).toBe(404);
    }
    const { body } = await world.channel.api.get(`/accounts/${world.customer.id}${path}`);
    expect(body.id).toBe(id);
    expect((await world.customer.api.get(path)).body.status).toBe('enabled');
  });
});

describe('POST /webhook_endpoints/:id/test', () => {
  it('sends an event at once and tells what came back', async () => {
    const receiver = await startReceiver((_, response) => void response.writeHead(202).end('thanks'));
    const { id, secret: _, ...endpoint } = await endpointAt(world.distributor, receiver.url);
    const { body } = await world.distributor.api.post(`/webhook_endpoints/${id}/test`);
    expect(body).toEqual({
      succeeded: true,
      status_code: 202,
      duration_ms: expect.any(Number),
      error: null,
      response_excerpt: 'thanks',
    });
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.event).toMatchObject({
      id: receiver.received[0]?.headers['webhook-id'],
      type: 'test',
      sequence: 0,
      livemode: true,
      account_id: world.distributor.id,
      data: { object: { id, ...endpoint } },
    });
    expect((await world.distributor.api.get(`/webhook_endpoints/${id}/deliveries`)).body).toEqual([]);
    await receiver.close();
  });

  it('disables an endpoint that says it is gone', async () => {
    const receiver = await startReceiver((_, response) => void response.writeHead(410).end());
    const { id } = await endpointAt(world.distributor, receiver.url);
    const { body } = await world.distributor.api.post(`/webhook_endpoints/${id}/test`);
    expect(body).toMatchObject({ succeeded: false, status_code: 410 });
    expect((await world.distributor.api.get(`/webhook_endpoints/${id}`)).body).toMatchObject({
      status: 'disabled',
      disabled_reason: 'gone',
    });
    await receiver.close();
  });

  it('tells why nothing came back', async () => {
    const { id } = await endpointAt(world.distributor, 'http://127.0.0.1:1/');
    const { status, body } = await world.distributor.api.post(`/webhook_endpoints/${id}/test`);
    expect([status, body]).toEqual([
      200,
      {
        succeeded: false,
        status_code: null,
        duration_ms: expect.any(Number),
        error: 'connection_failed',
        response_excerpt: null,
      },
    ]);
  });
});
