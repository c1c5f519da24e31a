import { describe, expect, it } from 'vitest';
import { until } from '../support/until.js';
import { verifies, verifiesByOpenssl } from '../support/verify-webhook.js';
import {
  deliveryThat,
  deposit,
  endpointAt,
  startReceiver,
  useWebhookDeliverer,
  type Received,
} from '../support/webhooks.js';

const { world, member: newMember, later } = useWebhookDeliverer();

const hour = 3_600_000;
const day = 24 * hour;

describe('an event', () => {
  it('is sent as the API presents it, signed in both ways', async () => {
    const receiver = await startReceiver();
    const member = await newMember();
    const { id, secret, public_key } = await endpointAt(member, receiver.url, {
      events: ['deposit.created'],
    });
    const subject = await deposit(member);
    await until('the event', () => receiver.received.length === 1);
    const [received] = receiver.received as [Received];
    expect(received.event).toMatchObject({ type: 'deposit.created', account_id: member.id, livemode: true });
    expect(received.event.data.object.id).toBe(subject);
    expect((await member.api.get(`/events/${received.event.id}`)).body).toEqual(received.event);
    expect(received.headers).toMatchObject({
      'webhook-id': received.event.id,
      'content-type': 'application/json',
    });
    expect(verifies(received, secret)).toBe(true);
    expect(verifies({ ...received, body: received.body.replace('5', '6') }, secret)).toBe(false);
    expect(await verifiesByOpenssl(received, public_key)).toBe(true);
    expect(await verifiesByOpenssl({ ...received, body: `${received.body} ` }, public_key)).toBe(false);
    const delivery = await deliveryThat(member, id, 'success', ({ status }) => status === 'succeeded');
    expect(delivery).toEqual({
      id: expect.any(String),
      event_id: received.event.id,
      account_id: member.id,
      type: 'deposit.created',
      status: 'succeeded',
      created_at: expect.any(String),
      next_attempt_at: null,
      attempts: [
        {
          at: expect.any(String),
          status_code: 204,
          duration_ms: expect.any(Number),
          error: null,
          response_excerpt: null,
        },
      ],
    });
    await receiver.close();
  });

  it('goes to the endpoints that want it: of its account, and above it if they include accounts below', async () => {
    const receiver = await startReceiver();
    const at = (name: string): string => `${receiver.url}/${name}`;
    const root = await newMember();
    const channel = await world().newAccount('channel', root);
    const customer = await world().newAccount('customer', channel);
    await endpointAt(root, at('root-below'), { events: ['deposit.*'], include_descendants: true });
    await endpointAt(root, at('root-own'), { events: ['deposit.*'] });
    await endpointAt(channel, at('channel-orders'), { events: ['order.*'], include_descendants: true });
    await endpointAt(customer, at('customer'), { events: ['*'] });
    const off = await endpointAt(customer, at('customer-off'), { events: ['*'] });
    await customer.api.patch(`/webhook_endpoints/${off.id}`, { status: 'disabled' });
    await deposit(customer);
    await deposit(root);
    await until('the events', () => receiver.requests.length === 4);
    expect([...receiver.requests].sort()).toEqual([
      'POST /customer',
      'POST /root-below',
      'POST /root-below',
      'POST /root-own',
    ]);
    await receiver.close();
  });

  it('is not sent again after its endpoint was deleted', async () => {
    const receiver = await startReceiver((_, response) => void response.writeHead(500).end());
    const member = await newMember();
    const { id } = await endpointAt(member, receiver.url);
    await deposit(member);
    await deliveryThat(member, id, 'an attempt', ({ attempts }) => attempts.length === 1);
    await member.api.delete(`/webhook_endpoints/${id}`);
    later(hour);
    const other = await endpointAt(member, `${receiver.url}/other`);
    await deposit(member);
    await deliveryThat(member, other.id, 'an attempt', ({ attempts }) => attempts.length === 1);
    expect(receiver.requests.filter((one) => one === 'POST /')).toHaveLength(1);
    await receiver.close();
  });
});

describe('a delivery that fails', () => {
  it('is tried ten times over about three days, and then has failed', async () => {
    const receiver = await startReceiver(
      (_, response) => void response.writeHead(500).end('broken\u0000 today'),
    );
    const member = await newMember();
    const { id } = await endpointAt(member, receiver.url, { events: ['deposit.created'] });
    world().server.setNow(new Date());
    const start = world().server.now().getTime();
    await deposit(member);
    for (let attempt = 1; attempt < 10; attempt++) {
      const { next_attempt_at: next } = await deliveryThat(
        member,
        id,
        `attempt ${attempt}`,
        ({ attempts }) => attempts.length === attempt,
      );
      world().server.setNow(new Date(new Date(next ?? 0).getTime() + 60_000));
    }
    const last = await deliveryThat(member, id, 'the end', ({ status }) => status === 'failed');
    expect(last.attempts).toHaveLength(10);
    expect(last.attempts[0]).toMatchObject({
      status_code: 500,
      error: 'status',
      response_excerpt: 'broken\uFFFD today',
    });
    expect(last.next_attempt_at).toBeNull();
    const days = (world().server.now().getTime() - start) / day;
    expect(days).toBeGreaterThan(2.4);
    expect(days).toBeLessThan(4);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await receiver.close();
  });

  it('succeeds later, and can be sent again by hand, whatever came of it', async () => {
    let status = 503;
    const receiver = await startReceiver((_, response) => void response.writeHead(status).end());
    const member = await newMember();
    const { id } = await endpointAt(member, receiver.url);
    await deposit(member);
    const failed = await deliveryThat(member, id, 'a failure', ({ attempts }) => attempts.length === 1);
    expect(failed.status).toBe('pending');
    status = 200;
    const path = `/webhook_endpoints/${id}/deliveries/${failed.id}/retry`;
    expect((await member.api.post(path)).body).toMatchObject({ id: failed.id, status: 'pending' });
    await deliveryThat(member, id, 'success', (one) => one.status === 'succeeded');
    await member.api.post(path);
    const again = await deliveryThat(member, id, 'success again', ({ attempts }) => attempts.length === 3);
    expect(again.status).toBe('succeeded');
    expect((await member.api.post(path.replace(failed.id, id))).status).toBe(404);
    await receiver.close();
  });

  it.each([
    ['seconds', () => String(2 * 3600)],
    ['a date', () => new Date(world().server.now().getTime() + 2 * hour).toUTCString()],
  ])('waits as long as the receiver asks, in %s', async (_, header) => {
    const receiver = await startReceiver(
      (__, response) => void response.writeHead(429, { 'retry-after': header() }).end(),
    );
    const member = await newMember();
    const { id } = await endpointAt(member, receiver.url);
    const before = Date.now();
    await deposit(member);
    const { next_attempt_at } = await deliveryThat(
      member,
      id,
      'a failure',
      ({ attempts }) => attempts.length === 1,
    );
    const waits = new Date(next_attempt_at ?? 0).getTime() - before;
    expect(waits).toBeGreaterThan(1.9 * hour);
    expect(waits).toBeLessThan(2.2 * hour);
    await receiver.close();
  });

  it('does not wait longer than a day', async () => {
    const receiver = await startReceiver(
      (_, response) => void response.writeHead(503, { 'retry-after': '99999999' }).end(),
    );
    const member = await newMember();
    const { id } = await endpointAt(member, receiver.url);
    await deposit(member);
    const { next_attempt_at } = await deliveryThat(
      member,
      id,
      'a failure',
      ({ attempts }) => attempts.length === 1,
    );
    expect(new Date(next_attempt_at ?? 0).getTime() - Date.now()).toBeLessThan(1.01 * day);
    await receiver.close();
  });
});
