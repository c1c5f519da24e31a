import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.js';
import { verifies } from '../support/verify-webhook.js';
import {
  deliveriesOf,
  deposit,
  endpointAt,
  startReceiver,
  useWebhookDeliverer,
  type Received,
} from '../support/webhooks.js';

const { world, member: newMember, later } = useWebhookDeliverer();

const hour = 3_600_000;
const day = 24 * hour;

describe('an endpoint', () => {
  it('that answers 410 is disabled', async () => {
    const receiver = await startReceiver((_, response) => void response.writeHead(410).end());
    const member = await newMember();
    const { id } = await endpointAt(member, receiver.url);
    await deposit(member);
    const endpoint = await until(
      'the endpoint to be disabled',
      async () => (await member.api.get(`/webhook_endpoints/${id}`)).body,
      ({ status }) => status === 'disabled',
    );
    expect(endpoint.disabled_reason).toBe('gone');
    expect(await deliveriesOf(member, id)).toMatchObject([{ status: 'failed' }]);
    expect(await world().server.sql('select 1 from listening_accounts where id = $1', [member.id])).toEqual(
      [],
    );
    await receiver.close();
  });

  it('that has failed for five days is disabled, and the users of its account get a mail', async () => {
    let status = 500;
    const receiver = await startReceiver((_, response) => void response.writeHead(status).end());
    const member = await newMember();
    await member.api.post('/users', { email: 'mis@example.com' });
    await world().server.sql(
      'insert into accepted_users (account_id, user_id, accepted_at) select account_id, id, now() from users where account_id = $1',
      [member.id],
    );
    const { id } = await endpointAt(member, receiver.url, {
      events: ['deposit.created'],
      description: 'MIS',
    });
    const attempts = async (count: number): Promise<void> => {
      await deposit(member);
      await until(
        `attempt ${count}`,
        async () => (await deliveriesOf(member, id)).flatMap((one) => one.attempts).length,
        (seen) => seen >= count,
      );
    };
    world().server.setNow(new Date());
    await attempts(1);
    later(4 * day);
    status = 200;
    await attempts(3);
    // A success in between: it has five days again.
    status = 500;
    later(hour);
    await attempts(4);
    later(4.9 * day);
    await attempts(5);
    expect((await member.api.get(`/webhook_endpoints/${id}`)).body.status).toBe('enabled');
    later(0.2 * day);
    await deposit(member);
    const endpoint = await until(
      'the endpoint to be disabled',
      async () => (await member.api.get(`/webhook_endpoints/${id}`)).body,
      (one) => one.status === 'disabled',
    );
    expect(endpoint.disabled_reason).toBe('failing');
    const mails = await world().server.sql<{ kind: string; facts: unknown }>(
      "select kind, facts from mails where account_id = $1 and kind <> 'invitation'",
      [member.id],
    );
    expect(mails).toEqual([{ kind: 'webhook-disabled', facts: { endpointId: id, description: 'MIS' } }]);
    // Enabled again, it gets what is pending.
    status = 200;
    await member.api.patch(`/webhook_endpoints/${id}`, { status: 'enabled' });
    later(day);
    await until('what was pending', async () =>
      (await deliveriesOf(member, id)).every((one) => one.status === 'succeeded'),
    );
    await receiver.close();
  });

  it('gets signatures by the old secret, too, for 24 hours after each rotation', async () => {
    const receiver = await startReceiver();
    const member = await newMember();
    const { id, secret: first } = await endpointAt(member, receiver.url, { events: ['deposit.created'] });
    const rotate = async (): Promise<string> =>
      (await member.api.post(`/webhook_endpoints/${id}/rotate_secret`)).body.secret;
    const next = async (): Promise<Received> => {
      const { length } = receiver.received;
      await deposit(member);
      await until('another event', () => receiver.received.length > length);
      const received = receiver.received[length] as Received;
      // The library compares the time with that of the machine.
      return { ...received, headers: { ...received.headers } };
    };
    const signatures = ({ headers }: Received): number =>
      (headers['webhook-signature'] ?? '').split(' ').filter((one) => one.startsWith('v1,')).length;
    const second = await rotate();
    const third = await rotate();
    const received = await next();
    expect([first, second, third].map((secret) => verifies(received, secret))).toEqual([true, true, true]);
    later(25 * hour);
    const afterwards = await next();
    expect(signatures(afterwards)).toBe(1);
    const now = new Webhook(third);
    const signedAt = new Date(Number(afterwards.headers['webhook-timestamp']) * 1000);
    expect(afterwards.headers['webhook-signature']).toContain(
      now.sign(afterwards.headers['webhook-id'] ?? '', signedAt, afterwards.body),
    );
    await receiver.close();
  });
});
