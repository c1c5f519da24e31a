import { afterAll, beforeAll, expect, it } from 'vitest';
import { dispatchEvents } from '../../src/features/webhooks/dispatch-events.js';
import { tasks } from '../../src/jobs/tasks/index.js';
import { deleteDeliveriesTask } from '../../src/jobs/tasks/delete-deliveries.js';
import { purgeEventsTask } from '../../src/jobs/tasks/purge-events.js';
import { runTask } from '../support/sandboxes.js';
import {
  deliveryThat,
  endpointAt,
  startWebhookDeliverer,
  startReceiver,
  startWebhookWorld,
} from '../support/webhooks.js';
import type { World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterAll(() => world.stop());

it('Events and deliveries are deleted after 30 days, and not before', async () => {
  expect(tasks).toContain(purgeEventsTask);
  const receiver = await startReceiver();
  const delivering = startWebhookDeliverer(world.server.running.instance);
  const { id } = await endpointAt(world.distributor, receiver.url, { events: ['deposit.created'] });
  await world.distributor.api.post('/deposits', { pages: 1 });
  await deliveryThat(world.distributor, id, 'success', ({ status }) => status === 'succeeded');
  await delivering.stop();
  const counts = () =>
    world.server.sql(
      `select (select count(*)::int from events where type = 'deposit.created') as events,
         (select count(*)::int from webhook_deliveries) as deliveries`,
    );
  const now = Date.now();
  world.server.setNow(new Date(now + 29 * 86_400_000));
  await runTask(world.server, purgeEventsTask);
  expect(await counts()).toEqual([{ events: 1, deliveries: 1 }]);
  world.server.setNow(new Date(now + 31 * 86_400_000));
  await runTask(world.server, purgeEventsTask);
  expect(await counts()).toEqual([{ events: 0, deliveries: 0 }]);
  await receiver.close();
});

it('The deliveries of an endpoint are deleted with it, and no others', async () => {
  const receiver = await startReceiver();
  const events = ['deposit.created'];
  const gone = await endpointAt(world.distributor, receiver.url, { events });
  const kept = await endpointAt(world.distributor, receiver.url, { events });
  await world.distributor.api.post('/deposits', { pages: 1 });
  await dispatchEvents(world.server.running.instance.context);
  await world.distributor.api.delete(`/webhook_endpoints/${gone.id}`);
  // More than one run deletes.
  await world.server.sql(
    `insert into webhook_deliveries (account_id, endpoint_id, created_at, id, event_account_id, event_id, event_type, status)
     select account_id, endpoint_id, created_at, gen_random_uuid(), event_account_id, event_id, event_type, 'succeeded'
     from webhook_deliveries, generate_series(1, 10000) where endpoint_id = $1`,
    [gone.id],
  );
  const queuedJobs = () =>
    world.server.sql<{ payload: object }>(
      `select payload from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = 'delete-deliveries'`,
    );
  const [queued] = await queuedJobs();
  expect(tasks).toContain(deleteDeliveriesTask);
  await runTask(world.server, deleteDeliveriesTask, queued?.payload);
  expect(await queuedJobs()).toEqual([queued, queued]);
  await runTask(world.server, deleteDeliveriesTask, queued?.payload);
  expect(await queuedJobs()).toHaveLength(2);
  const left = await world.server.sql(
    'select endpoint_id from webhook_deliveries where endpoint_id = any($1)',
    [[gone.id, kept.id]],
  );
  expect(left).toEqual([{ endpoint_id: kept.id }]);
  await receiver.close();
});
