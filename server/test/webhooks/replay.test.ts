import { describe, expect, it } from 'vitest';
import { tasks } from '../../src/jobs/tasks/index.js';
import { replayWebhooksTask } from '../../src/jobs/tasks/replay-webhooks.js';
import { runTask } from '../support/sandboxes.js';
import { until } from '../support/until.js';
import {
  deliveriesOf,
  deposit,
  endpointAt,
  startReceiver,
  useWebhookDeliverer,
} from '../support/webhooks.js';

const { world, member: newMember } = useWebhookDeliverer();

describe('a replay', () => {
  it('sends events of the range again, with the same ids, and tells how many', async () => {
    const receiver = await startReceiver();
    const member = await newMember();
    const { id } = await endpointAt(member, receiver.url, { events: ['deposit.*'] });
    for (let pages = 1; pages <= 3; pages++) await deposit(member, pages);
    await until('the events', () => receiver.received.length === 3);
    const today = new Date().toISOString().slice(0, 10);
    const replay = (body: object) => member.api.post(`/webhook_endpoints/${id}/replay`, body);
    const range = { start_date: '2026-01-01', end_date: today };
    expect((await replay({ ...range, events: ['order.*'] })).body).toEqual({ events: 0 });
    await runReplays();
    expect((await replay(range)).body).toEqual({ events: 3 });
    expect((await replay(range)).status).toBe(400);
    await runReplays();
    await until('the events again', () => receiver.received.length === 6);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'] ?? '');
    expect(ids.slice(3).sort()).toEqual(ids.slice(0, 3).sort());
    expect((await replay({ start_date: today, end_date: '2026-01-01' })).status).toBe(400);
    expect((await replay({ ...range, events: ['nothing'] })).status).toBe(400);
    await receiver.close();
  });

  it('includes deposits from before anybody listened, which are entries of the audit trail', async () => {
    const receiver = await startReceiver();
    const member = await newMember();
    await deposit(member, 1);
    const { id } = await endpointAt(member, receiver.url, { events: ['deposit.*'] });
    await deposit(member, 2);
    await until('the new event', () => receiver.received.length === 1);
    const { body: events } = await member.api.get('/events?type=deposit.created');
    const rows = await world().server.sql('select from events where account_id = $1 and type = $2', [
      member.id,
      'deposit.created',
    ]);
    expect([events.length, rows.length]).toEqual([2, 1]);
    expect(events[0].sequence).toBeGreaterThan(events[1].sequence);
    for (const event of events) expect((await member.api.get(`/events/${event.id}`)).body).toEqual(event);
    const today = new Date().toISOString().slice(0, 10);
    const range = { start_date: today, end_date: today };
    expect((await member.api.post(`/webhook_endpoints/${id}/replay`, range)).body).toEqual({ events: 2 });
    await runReplays();
    await until('both events', () => receiver.received.length === 3);
    expect(receiver.received.slice(1).map(({ event }) => event)).toEqual(expect.arrayContaining(events));
    await receiver.close();
  });

  it('is done by a job, and includes accounts below if the endpoint does', async () => {
    expect(tasks).toContain(replayWebhooksTask);
    const receiver = await startReceiver();
    const root = await newMember();
    const channel = await world().newAccount('channel', root);
    const { id } = await endpointAt(root, receiver.url, { events: ['deposit.*'], include_descendants: true });
    for (let pages = 1; pages <= 3; pages++) await deposit(channel, pages);
    await deposit(root);
    await until('the events', () => receiver.received.length === 4);
    const today = new Date().toISOString().slice(0, 10);
    const range = { start_date: today, end_date: today };
    expect((await root.api.post(`/webhook_endpoints/${id}/replay`, range)).body).toEqual({ events: 4 });
    await runReplays();
    await until('the events again', () => receiver.received.length === 8);
    await receiver.close();
  });

  it('makes each delivery once, however often its job runs', async () => {
    const receiver = await startReceiver();
    const member = await newMember();
    const { id } = await endpointAt(member, receiver.url, { events: ['deposit.*'] });
    await deposit(member);
    const today = new Date().toISOString().slice(0, 10);
    await member.api.post(`/webhook_endpoints/${id}/replay`, { start_date: today, end_date: today });
    await runReplays(2);
    await until('both', () => receiver.received.length === 2);
    expect(await deliveriesOf(member, id)).toHaveLength(2);
    await receiver.close();
  });
});

/** Runs the jobs that wait, each as often as asked. */
async function runReplays(times = 1): Promise<void> {
  const jobs = await world().server.sql<{ id: string; payload: unknown }>(
    `select jobs.id, payload from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = 'replay-webhooks'`,
  );
  for (const { id, payload } of jobs) {
    for (let time = 0; time < times; time++) await runTask(world().server, replayWebhooksTask, payload);
    await world().server.sql('delete from graphile_worker._private_jobs where id = $1', [id]);
  }
}
